/** Whose budget is spent. */
@NullMarked
package dev.penstock.key;

import org.jspecify.annotations.NullMarked;
