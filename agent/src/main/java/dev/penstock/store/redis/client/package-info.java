/** What the store asks of Redis: script calls, addresses, and the reasons for a missing reply. */
@NullMarked
package dev.penstock.store.redis.client;

import org.jspecify.annotations.NullMarked;
