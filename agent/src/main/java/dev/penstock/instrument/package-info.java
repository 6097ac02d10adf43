/** Places in other people's code where calls can be held up. */
@NullMarked
package dev.penstock.instrument;

import org.jspecify.annotations.NullMarked;
