/** Hooks for the asynchronous clients of Apache HttpClient 5.0. */
@NullMarked
package dev.penstock.instrument.apache.v50;

import org.jspecify.annotations.NullMarked;
