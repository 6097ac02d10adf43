package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** Reads from a call whose budget it spends. */
public sealed interface KeySource
    permits GlobalKey,
        MethodKey,
        RequestPropertyKey,
        ClientIpKey,
        NamedValueKey,
        PathVariableKey,
        FirstPresentKey,
        CompositeKey {
  /** Adds what identifies the caller; false, with nothing added, if the call does not carry it. */
  boolean addTo(KeyHash hash, KeyContext context);

  /**
   * The bare text that identifies the caller, to look it up in a table; null if the call does not
   * carry it or it is not one text.
   */
  @Nullable String value(KeyContext context);

  /** True if callers can leave it out, be it by not saying who they are. */
  boolean canBeAbsent();

  /** True if this call carries it. */
  default boolean isPresent(KeyContext context) {
    return !canBeAbsent() || value(context) != null;
  }

  /**
   * True if this call carries it in a form that the application could read differently, so that it
   * counts as absent.
   */
  default boolean isAmbiguous(KeyContext context) {
    return false;
  }

  /** True if the call may still come by something that changes what this reads. */
  default boolean mayChange(KeyContext context) {
    return false;
  }

  /** True if this has to be there before it can be read. */
  default boolean needs(KeyRequirement need) {
    return false;
  }

  /** The same for people, such as {@code ip=1.2.3.4}; null if the call does not carry it. */
  @Nullable String describe(KeyContext context);

  /** As it is written in a rules file. */
  @Override
  String toString();
}
