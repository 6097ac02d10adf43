/** The commands for running JVMs, which use the attach API of Java. */
@NullMarked
package dev.penstock.cli.jvm;

import org.jspecify.annotations.NullMarked;
