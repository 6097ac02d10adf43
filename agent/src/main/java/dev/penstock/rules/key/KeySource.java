package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** Reads from a call the key that selects the budget it spends from. */
public sealed interface KeySource
    permits GlobalKey,
        MethodKey,
        RequestPropertyKey,
        ClientIpKey,
        NamedValueKey,
        PathVariableKey,
        FirstPresentKey,
        CompositeKey {
  /**
   * Adds the key to the hash. Returns false and adds nothing if the call does not carry the key.
   */
  boolean addTo(KeyHash hash, KeyContext context);

  /**
   * The plain value of the key, for lookups in a table; null if the call does not carry the key or
   * the key is not a single text.
   */
  @Nullable String value(KeyContext context);

  /** True if a client can leave the key out, for example by not logging in. */
  boolean canBeAbsent();

  /** True if this call carries the key. */
  default boolean isPresent(KeyContext context) {
    return !canBeAbsent() || value(context) != null;
  }

  /**
   * True if this call carries the key in a form that the application could read differently. The
   * key then counts as absent.
   */
  default boolean isAmbiguous(KeyContext context) {
    return false;
  }

  /** True if a later stage of this call can change the key. */
  default boolean mayChange(KeyContext context) {
    return false;
  }

  /** True if reading the key needs this. */
  default boolean needs(KeyRequirement need) {
    return false;
  }

  /** The key for display, such as {@code ip=1.2.3.4}; null if the call does not carry it. */
  @Nullable String describe(KeyContext context);

  /** The source as it is written in a rules file. */
  @Override
  String toString();
}
