/** Where what was spent is remembered; the only owner of state and clock. */
@NullMarked
package dev.penstock.store;

import org.jspecify.annotations.NullMarked;
