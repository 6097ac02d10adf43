/** Pure sums: may this be spent now? */
@NullMarked
package dev.penstock.limit;

import org.jspecify.annotations.NullMarked;
