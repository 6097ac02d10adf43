/** A JAX-RS client, whichever is there. */
package testapp;
