/** Limits as Redis does their sums. */
@NullMarked
package dev.penstock.twin;

import org.jspecify.annotations.NullMarked;
