/** What came of a comparison, for people to look at. */
@NullMarked
package dev.penstock.report;

import org.jspecify.annotations.NullMarked;
