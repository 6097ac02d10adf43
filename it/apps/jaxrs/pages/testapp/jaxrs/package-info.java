/** One JAX-RS application, made for javax from these sources, and run by every implementation. */
package testapp.jaxrs;
