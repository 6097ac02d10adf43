/** A small JSON reader and writer. */
@NullMarked
package dev.penstock.json;

import org.jspecify.annotations.NullMarked;
