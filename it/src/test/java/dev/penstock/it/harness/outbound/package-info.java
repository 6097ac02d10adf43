/** A fake rate-limited API, and the client applications that call it. */
@NullMarked
package dev.penstock.it.harness.outbound;

import org.jspecify.annotations.NullMarked;
