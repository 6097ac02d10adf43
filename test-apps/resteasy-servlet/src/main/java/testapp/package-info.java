/** RESTEasy as a servlet. */
package testapp;
