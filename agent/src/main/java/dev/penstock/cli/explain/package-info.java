/** The {@code explain} command: which rules apply to a request, and why. */
@NullMarked
package dev.penstock.cli.explain;

import org.jspecify.annotations.NullMarked;
