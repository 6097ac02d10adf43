/** Reads a rules file and returns rules, or every problem the file has. */
@NullMarked
package dev.penstock.rules.config;

import org.jspecify.annotations.NullMarked;
