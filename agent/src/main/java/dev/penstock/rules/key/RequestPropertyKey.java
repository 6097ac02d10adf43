package dev.penstock.rules.key;

import dev.penstock.http.Milestone;
import org.jspecify.annotations.Nullable;

/** One budget for each value of something that a call has at most one of. */
public enum RequestPropertyKey implements KeySource {
  /** Who is calling, by the name the server knows. */
  USER("user", /* canBeAbsent= */ true) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.call().user();
    }

    @Override
    public boolean mayChange(KeyContext context) {
      return context.isBefore(Milestone.IDENTIFIED) && !isPresent(context);
    }

    @Override
    public boolean needs(KeyRequirement need) {
      return need == KeyRequirement.PATIENCE || need == KeyRequirement.USER;
    }
  },

  /** The session that the server has given out. */
  SESSION("session", /* canBeAbsent= */ true) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.call().session();
    }
  },

  /** The host that was called; a request may leave it out, and then shares a budget with such. */
  HOST("host", /* canBeAbsent= */ false) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.call().host();
    }
  },

  /** What was called, as a pattern: never a path, of which there are as many as callers like. */
  ROUTE("route", /* canBeAbsent= */ false) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.route();
    }

    @Override
    public boolean mayChange(KeyContext context) {
      return context.isBefore(Milestone.ROUTED);
    }

    @Override
    public boolean needs(KeyRequirement need) {
      return need == KeyRequirement.PATIENCE || need == KeyRequirement.ROUTE;
    }
  };

  private final String text;
  private final boolean canBeAbsent;
  private final long tag;

  RequestPropertyKey(String text, boolean canBeAbsent) {
    this.text = text;
    this.canBeAbsent = canBeAbsent;
    tag = KeyHash.tag(text);
  }

  abstract @Nullable String read(KeyContext context);

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    String value = read(context);
    if (canBeAbsent && (value == null || value.isEmpty())) {
      return false;
    }
    hash.add(tag);
    hash.add(value == null ? "" : value);
    return true;
  }

  @Override
  public @Nullable String value(KeyContext context) {
    String value = read(context);
    return value == null || value.isEmpty() ? null : value;
  }

  @Override
  public boolean canBeAbsent() {
    return canBeAbsent;
  }

  @Override
  public @Nullable String describe(KeyContext context) {
    String value = value(context);
    return value != null ? text + "=" + value : canBeAbsent ? null : text + "=";
  }

  @Override
  public String toString() {
    return text;
  }
}
