/** Shadow rules, candidate files, the divergence log and simulations. */
@NullMarked
package dev.penstock.it.shadow;

import org.jspecify.annotations.NullMarked;
