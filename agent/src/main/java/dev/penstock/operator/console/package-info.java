/** The web console: a small HTTP server with one page. */
@NullMarked
package dev.penstock.operator.console;

import org.jspecify.annotations.NullMarked;
