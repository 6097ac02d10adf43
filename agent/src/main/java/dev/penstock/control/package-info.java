/** What an operator can ask of the agent, and tell it to do. */
@NullMarked
package dev.penstock.control;

import org.jspecify.annotations.NullMarked;
