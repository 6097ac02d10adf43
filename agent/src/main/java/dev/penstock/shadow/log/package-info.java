/** The divergence log: written by a running comparison, read by reports. */
@NullMarked
package dev.penstock.shadow.log;

import org.jspecify.annotations.NullMarked;
