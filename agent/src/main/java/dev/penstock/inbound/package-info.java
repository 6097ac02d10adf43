/** The life of an inbound request: decide, wait, reject or admit, settle at the end. */
@NullMarked
package dev.penstock.inbound;

import org.jspecify.annotations.NullMarked;
