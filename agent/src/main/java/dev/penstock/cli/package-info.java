/** The command line: {@code java -jar penstock.jar COMMAND}. */
@NullMarked
package dev.penstock.cli;

import org.jspecify.annotations.NullMarked;
