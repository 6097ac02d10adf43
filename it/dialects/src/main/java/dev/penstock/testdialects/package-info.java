/**
 * A model of the HTTP APIs that outbound calls meet: their limits, and the response headers that
 * announce these limits.
 */
@NullMarked
package dev.penstock.testdialects;

import org.jspecify.annotations.NullMarked;
