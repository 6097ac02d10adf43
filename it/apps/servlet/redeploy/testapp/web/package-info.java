/** The web application. Each deployment has its own class loader. */
package testapp.web;
