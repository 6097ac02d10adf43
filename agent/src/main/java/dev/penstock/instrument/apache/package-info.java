/** Hooks for the clients of Apache HttpComponents. */
@NullMarked
package dev.penstock.instrument.apache;

import org.jspecify.annotations.NullMarked;
