/** Decisions measured side by side with a bare one and with others. */
@NullMarked
package dev.penstock.bench;

import org.jspecify.annotations.NullMarked;
