/** Key sources: which client, user or other identity a request is counted for. */
@NullMarked
package dev.penstock.rules.key;

import org.jspecify.annotations.NullMarked;
