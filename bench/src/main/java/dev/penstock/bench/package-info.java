/** Benchmarks of decisions, compared with a minimal reference and with other libraries. */
@NullMarked
package dev.penstock.bench;

import org.jspecify.annotations.NullMarked;
