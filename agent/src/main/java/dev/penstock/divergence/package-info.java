/**
 * The log of calls that a candidate would have treated otherwise: written by the agent, read by the
 * report.
 */
@NullMarked
package dev.penstock.divergence;

import org.jspecify.annotations.NullMarked;
