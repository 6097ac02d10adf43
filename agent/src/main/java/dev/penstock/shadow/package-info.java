/** What a candidate would have done. */
@NullMarked
package dev.penstock.shadow;

import org.jspecify.annotations.NullMarked;
