/** Real applications in JVMs of their own, under the real {@code penstock.jar}. */
@NullMarked
package dev.penstock.it;

import org.jspecify.annotations.NullMarked;
