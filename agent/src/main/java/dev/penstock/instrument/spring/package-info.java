/** Instruments Spring MVC where it knows the route of a request. */
@NullMarked
package dev.penstock.instrument.spring;

import org.jspecify.annotations.NullMarked;
