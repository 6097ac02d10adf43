/** The only type the application's class path sees: it opens the isolated loader. */
@NullMarked
package dev.penstock.premain;

import org.jspecify.annotations.NullMarked;
