/** The composition root: start-up and wiring of all other rooms. */
@NullMarked
package dev.penstock.agent;

import org.jspecify.annotations.NullMarked;
