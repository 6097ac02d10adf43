/** What an operator does: change rules files, run commands, use the console and JMX. */
@NullMarked
package dev.penstock.it.operator;

import org.jspecify.annotations.NullMarked;
