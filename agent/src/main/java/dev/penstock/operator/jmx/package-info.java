/** MBeans that show snapshots and switch modes. */
@NullMarked
package dev.penstock.operator.jmx;

import org.jspecify.annotations.NullMarked;
