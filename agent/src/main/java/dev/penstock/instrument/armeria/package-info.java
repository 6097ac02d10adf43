/** Instruments Armeria, which has HTTP codecs of its own. */
@NullMarked
package dev.penstock.instrument.armeria;

import org.jspecify.annotations.NullMarked;
