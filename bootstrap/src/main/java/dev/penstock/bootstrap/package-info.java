/**
 * The gate between instrumented code and the agent.
 *
 * <p>In the published jar every type of this package is renamed: {@code Gate} becomes {@code
 * java.lang.PenstockGate} and is defined inside {@code java.base}, the one place that every class
 * loader and every module can see. So these types name nothing but JDK types and each other.
 */
@NullMarked
package dev.penstock.bootstrap;

import org.jspecify.annotations.NullMarked;
