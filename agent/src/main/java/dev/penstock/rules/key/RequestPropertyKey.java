package dev.penstock.rules.key;

import dev.penstock.http.Milestone;
import org.jspecify.annotations.Nullable;

/** One budget for each value of a property that a request has at most once. */
public enum RequestPropertyKey implements KeySource {
  /** The authenticated user as the server names it. */
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

  /** The session that the server has created. */
  SESSION("session", /* canBeAbsent= */ true) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.call().session();
    }
  },

  /** The requested host. Requests without one share a budget. */
  HOST("host", /* canBeAbsent= */ false) {
    @Override
    @Nullable String read(KeyContext context) {
      return context.call().host();
    }
  },

  /** The route as a pattern. Not the path, because clients can invent any number of paths. */
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
