/** Limits that several JVMs share through Redis. */
@NullMarked
package dev.penstock.it.redis;

import org.jspecify.annotations.NullMarked;
