/** The agent as an MBean, where the rules file asks for it. */
@NullMarked
package dev.penstock.jmx;

import org.jspecify.annotations.NullMarked;
