/**
 * Real Redis servers for tests: a single server, a cluster, or a server with Sentinels.
 *
 * <p>Tests that need a Redis call {@link dev.penstock.testredis.RedisServer#start()}. Tests that
 * kill or change it call {@link dev.penstock.testredis.RedisProcess#start()}.
 */
@NullMarked
package dev.penstock.testredis;

import org.jspecify.annotations.NullMarked;
