package dev.penstock.key;

import org.jspecify.annotations.Nullable;

/** Reads from a call whose budget it spends. */
public sealed interface KeySource
    permits Global, CallMethod, ClientIp, NamedValue, PathVariable, FirstPresent, Composite {
  /** Adds what identifies the caller; false, with nothing added, if the call does not carry it. */
  boolean addTo(KeyHash hash, Caller caller);

  /** True if it reads {@link Caller#pathVariables}; nobody has to find them if not. */
  default boolean readsPathVariables() {
    return false;
  }

  /** What identifies the caller, as text; null if the call does not carry it or it is no text. */
  default @Nullable String value(Caller caller) {
    return null;
  }

  /** True if a call may not carry it. */
  default boolean canBeAbsent() {
    return false;
  }

  /** The same for people, such as {@code ip=1.2.3.4}; null if the call does not carry it. */
  @Nullable String describe(Caller caller);

  /** As it is written in a rules file. */
  @Override
  String toString();
}
