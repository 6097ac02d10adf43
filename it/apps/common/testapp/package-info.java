/** Tiny applications that know nothing of Penstock. */
package testapp;
