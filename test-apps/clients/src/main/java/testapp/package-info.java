/** Every HTTP client there is, in one application. */
package testapp;
