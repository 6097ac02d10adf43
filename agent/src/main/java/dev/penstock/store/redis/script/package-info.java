/** The limit algorithms as Lua scripts: their arguments, and the meaning of their replies. */
@NullMarked
package dev.penstock.store.redis.script;

import org.jspecify.annotations.NullMarked;
