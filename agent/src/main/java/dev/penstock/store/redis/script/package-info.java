/** The algorithms as Lua scripts: what a script is given, and what its reply means. */
@NullMarked
package dev.penstock.store.redis.script;

import org.jspecify.annotations.NullMarked;
