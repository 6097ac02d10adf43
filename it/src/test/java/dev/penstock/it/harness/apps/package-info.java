/** Builds the applications that tests start, and lists the tested servers, clients and JDKs. */
@NullMarked
package dev.penstock.it.harness.apps;

import org.jspecify.annotations.NullMarked;
