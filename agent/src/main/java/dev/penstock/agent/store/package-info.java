/** Selects the store of the rules in force: this JVM or Redis. */
@NullMarked
package dev.penstock.agent.store;

import org.jspecify.annotations.NullMarked;
