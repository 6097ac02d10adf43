/** RESTEasy on the server of the JDK. */
package testapp;
