/** The reports on a comparison: text for a terminal, and an HTML page. */
@NullMarked
package dev.penstock.shadow.report;

import org.jspecify.annotations.NullMarked;
