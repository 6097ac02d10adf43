/** The agent's own voice, never the application's logger. */
@NullMarked
package dev.penstock.log;

import org.jspecify.annotations.NullMarked;
