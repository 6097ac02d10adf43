/** Decisions by way of a Redis: how many, how fast and how dear, next to those of others. */
@NullMarked
package dev.penstock.bench.redis;

import org.jspecify.annotations.NullMarked;
