/** Parses a rules file into rules, or into all problems of the file. */
@NullMarked
package dev.penstock.rules.config;

import org.jspecify.annotations.NullMarked;
