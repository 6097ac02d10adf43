/** Reports on a comparison, as text and as an HTML page. */
@NullMarked
package dev.penstock.shadow.report;

import org.jspecify.annotations.NullMarked;
