/** Jersey as a servlet. */
package testapp;
