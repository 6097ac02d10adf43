/** A small JSON reader and a small JSON writer; no other package parses or escapes JSON. */
@NullMarked
package dev.penstock.json;

import org.jspecify.annotations.NullMarked;
