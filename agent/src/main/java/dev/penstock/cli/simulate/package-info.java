/** The {@code simulate} command: options, progress and output. */
@NullMarked
package dev.penstock.cli.simulate;

import org.jspecify.annotations.NullMarked;
