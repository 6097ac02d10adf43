/** The composition root: builds and joins all the other packages. */
@NullMarked
package dev.penstock.agent;

import org.jspecify.annotations.NullMarked;
