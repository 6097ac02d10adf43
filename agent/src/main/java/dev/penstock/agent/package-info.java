/** The composition root: creates and connects the parts of all other packages. */
@NullMarked
package dev.penstock.agent;

import org.jspecify.annotations.NullMarked;
