/** The server of the JDK, without any framework. */
package testapp;
