/** What an operator asks of a running agent from outside its JVM, and the text it answers in. */
@NullMarked
package dev.penstock.command;

import org.jspecify.annotations.NullMarked;
