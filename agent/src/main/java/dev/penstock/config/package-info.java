/** A YAML file becomes rules, or a list of problems. */
@NullMarked
package dev.penstock.config;

import org.jspecify.annotations.NullMarked;
