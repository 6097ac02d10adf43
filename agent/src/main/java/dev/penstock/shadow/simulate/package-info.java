/** Replays access logs through rules and a candidate, in the time of the logs. */
@NullMarked
package dev.penstock.shadow.simulate;

import org.jspecify.annotations.NullMarked;
