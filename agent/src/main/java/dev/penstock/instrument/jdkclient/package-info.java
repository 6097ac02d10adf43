/** Hooks for the HTTP clients of the JDK. */
@NullMarked
package dev.penstock.instrument.jdkclient;

import org.jspecify.annotations.NullMarked;
