/** Outbound rules on every supported HTTP client. */
@NullMarked
package dev.penstock.it.outbound;

import org.jspecify.annotations.NullMarked;
