/** Where counts live: budgets, claims against them, and receipts for what was charged. */
@NullMarked
package dev.penstock.store;

import org.jspecify.annotations.NullMarked;
