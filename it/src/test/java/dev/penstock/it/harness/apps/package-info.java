/** The applications, servers and JDKs that tests run on, and how they are built. */
@NullMarked
package dev.penstock.it.harness.apps;

import org.jspecify.annotations.NullMarked;
