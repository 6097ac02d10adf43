/** Tests the Redis servers for tests: each source and each kind of fault. */
@NullMarked
package dev.penstock.testredis;

import org.jspecify.annotations.NullMarked;
