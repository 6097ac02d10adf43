/** Inbound rules on every supported server and framework. */
@NullMarked
package dev.penstock.it.inbound;

import org.jspecify.annotations.NullMarked;
