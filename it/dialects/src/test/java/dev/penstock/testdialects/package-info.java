@NullMarked
package dev.penstock.testdialects;

import org.jspecify.annotations.NullMarked;
