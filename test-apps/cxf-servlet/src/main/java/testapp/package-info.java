/** CXF as a servlet. */
package testapp;
