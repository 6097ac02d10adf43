/** The web application, loaded anew by a loader of its own with every deployment. */
package testapp.web;
