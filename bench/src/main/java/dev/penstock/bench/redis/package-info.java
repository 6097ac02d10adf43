/**
 * Benchmarks of decisions through Redis: throughput, latency and cost, compared with other
 * libraries.
 */
@NullMarked
package dev.penstock.bench.redis;

import org.jspecify.annotations.NullMarked;
