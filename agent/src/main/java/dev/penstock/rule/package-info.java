/** Which limit applies to which call. */
@NullMarked
package dev.penstock.rule;

import org.jspecify.annotations.NullMarked;
