/** A JAX-RS application for all implementations, for jakarta and, after replacement, javax. */
package testapp.jaxrs;
