/** What kinds of threads this JVM has. */
@NullMarked
package dev.penstock.thread;

import org.jspecify.annotations.NullMarked;
