/** Vert.x with its router. */
package testapp;
