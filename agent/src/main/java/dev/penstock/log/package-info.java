/** The log of the agent on stderr, independent of the application's logging. */
@NullMarked
package dev.penstock.log;

import org.jspecify.annotations.NullMarked;
