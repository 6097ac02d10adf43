/** CXF on its own Jetty. */
package testapp;
