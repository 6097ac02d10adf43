/** Hooks for OkHttp. */
@NullMarked
package dev.penstock.instrument.okhttp;

import org.jspecify.annotations.NullMarked;
