/** Asks the rules and answers. */
@NullMarked
package dev.penstock.engine;

import org.jspecify.annotations.NullMarked;
