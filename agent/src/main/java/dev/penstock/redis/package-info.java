/** Asks scripts of a Redis, wherever it is, and says in time when there is no answer. */
@NullMarked
package dev.penstock.redis;

import org.jspecify.annotations.NullMarked;
