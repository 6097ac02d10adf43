/**
 * The rate limiting algorithms: pure integer arithmetic on one state per key. Time is an argument.
 */
@NullMarked
package dev.penstock.limit;

import org.jspecify.annotations.NullMarked;
