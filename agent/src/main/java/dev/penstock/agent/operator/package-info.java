/** What operators see and do: status, snapshots, console, MBeans and keys. */
@NullMarked
package dev.penstock.agent.operator;

import org.jspecify.annotations.NullMarked;
