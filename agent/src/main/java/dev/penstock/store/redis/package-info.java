/** Counts in Redis, shared by several JVMs, with a local fallback. */
@NullMarked
package dev.penstock.store.redis;

import org.jspecify.annotations.NullMarked;
