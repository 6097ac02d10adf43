/** Commands that talk to a running JVM. */
@NullMarked
package dev.penstock.cli.jvm;

import org.jspecify.annotations.NullMarked;
