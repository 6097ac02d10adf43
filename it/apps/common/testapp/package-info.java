/** Small test applications. They do not know Penstock. */
package testapp;
