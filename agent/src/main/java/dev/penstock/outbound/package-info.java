/** The life of an outbound call: reserve, wait, send, learn from the response. */
@NullMarked
package dev.penstock.outbound;

import org.jspecify.annotations.NullMarked;
