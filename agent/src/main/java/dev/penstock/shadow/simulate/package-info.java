/** Plays rules over access logs in the time of the logs. */
@NullMarked
package dev.penstock.shadow.simulate;

import org.jspecify.annotations.NullMarked;
