/** The commands of {@code java -jar penstock.jar}. */
@NullMarked
package dev.penstock.cli;

import org.jspecify.annotations.NullMarked;
