/** The divergence log: a running comparison writes it, reports read it. */
@NullMarked
package dev.penstock.shadow.log;

import org.jspecify.annotations.NullMarked;
