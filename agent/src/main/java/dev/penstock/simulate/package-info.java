/** Rules played against an access log. */
@NullMarked
package dev.penstock.simulate;

import org.jspecify.annotations.NullMarked;
