/** Counts in this JVM: a bounded number of keys in flat tables. */
@NullMarked
package dev.penstock.store.local;

import org.jspecify.annotations.NullMarked;
