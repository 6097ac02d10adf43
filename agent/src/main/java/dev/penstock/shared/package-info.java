/** Budgets that several JVMs share, kept in Redis; and what becomes of calls while it is away. */
@NullMarked
package dev.penstock.shared;

import org.jspecify.annotations.NullMarked;
