/** What happened, countable. */
@NullMarked
package dev.penstock.telemetry;

import org.jspecify.annotations.NullMarked;
