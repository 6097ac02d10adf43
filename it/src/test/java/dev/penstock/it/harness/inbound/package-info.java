/** Checks that every supported server has to pass. */
@NullMarked
package dev.penstock.it.harness.inbound;

import org.jspecify.annotations.NullMarked;
