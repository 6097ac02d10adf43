/** Tests of the tests' Redis: each source of it, and each way to do it harm. */
@NullMarked
package dev.penstock.testredis;

import org.jspecify.annotations.NullMarked;
