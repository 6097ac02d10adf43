/** JSON, read and written. */
@NullMarked
package dev.penstock.json;

import org.jspecify.annotations.NullMarked;
