/** Leases: units that a JVM borrows from Redis and spends without a round trip. */
@NullMarked
package dev.penstock.store.redis.lease;

import org.jspecify.annotations.NullMarked;
