/** Threads: their kinds, and results that another thread delivers later. */
@NullMarked
package dev.penstock.thread;

import org.jspecify.annotations.NullMarked;
