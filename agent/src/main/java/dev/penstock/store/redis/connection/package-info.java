/** Connections to Redis nodes: sockets, threads, pipelining, cluster and sentinel routing. */
@NullMarked
package dev.penstock.store.redis.connection;

import org.jspecify.annotations.NullMarked;
