/** Rules and a store make one decision per request: every limit grants, or nothing is charged. */
@NullMarked
package dev.penstock.engine;

import org.jspecify.annotations.NullMarked;
