/** What a rule may know of a request, and how to answer it. */
@NullMarked
package dev.penstock.call;

import org.jspecify.annotations.NullMarked;
