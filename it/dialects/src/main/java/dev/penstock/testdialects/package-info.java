/**
 * Models of rate-limited HTTP APIs: their limits, and the response headers that announce these
 * limits.
 */
@NullMarked
package dev.penstock.testdialects;

import org.jspecify.annotations.NullMarked;
