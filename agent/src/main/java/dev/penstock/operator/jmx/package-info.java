/** Snapshots and switches as MBeans. */
@NullMarked
package dev.penstock.operator.jmx;

import org.jspecify.annotations.NullMarked;
