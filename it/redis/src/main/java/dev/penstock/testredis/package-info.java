/**
 * Real Redis servers for tests: one, a cluster, or one with sentinels.
 *
 * <p>{@link dev.penstock.testredis.RedisServer#start()} is the way in for tests that need a Redis,
 * {@link dev.penstock.testredis.RedisProcess#start()} for those that also do harm to it.
 */
@NullMarked
package dev.penstock.testredis;

import org.jspecify.annotations.NullMarked;
