/** Tests the actions of operators: changes of rules files, commands, console and JMX. */
@NullMarked
package dev.penstock.it.operator;

import org.jspecify.annotations.NullMarked;
