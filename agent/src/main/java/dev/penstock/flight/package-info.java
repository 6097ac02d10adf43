/** What the JVM's flight recorder hears of, while somebody records. */
@NullMarked
package dev.penstock.flight;

import org.jspecify.annotations.NullMarked;
