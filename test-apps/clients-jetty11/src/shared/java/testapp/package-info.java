/** The client of Jetty, in versions that are not the newest. */
package testapp;
