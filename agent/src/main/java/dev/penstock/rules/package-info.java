/** Rules as data: what a rules file says once it has been read. */
@NullMarked
package dev.penstock.rules;

import org.jspecify.annotations.NullMarked;
