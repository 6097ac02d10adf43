/** Where Spring knows what will handle a request. */
@NullMarked
package dev.penstock.instrument.spring;

import org.jspecify.annotations.NullMarked;
