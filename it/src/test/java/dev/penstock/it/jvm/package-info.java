/** Tests how the agent starts, attaches and coexists with the rest of a JVM. */
@NullMarked
package dev.penstock.it.jvm;

import org.jspecify.annotations.NullMarked;
