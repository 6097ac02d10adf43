/** Jersey on Grizzly. */
package testapp;
