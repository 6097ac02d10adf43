/** Rules as data: the parsed content of a rules file. */
@NullMarked
package dev.penstock.rules;

import org.jspecify.annotations.NullMarked;
