/** Calls caught at the outermost filter or servlet, javax and jakarta alike. */
@NullMarked
package dev.penstock.instrument.servlet;

import org.jspecify.annotations.NullMarked;
