package dev.penstock.rules.key;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.Milestone;
import org.jspecify.annotations.Nullable;

/** One budget for each value of a header, cookie, parameter or other named part of a request. */
public final class NamedValueKey implements KeySource {
  private final RequestPart part;
  private final String name;
  private final String shown;
  private final long tag;

  public NamedValueKey(RequestPart part, String name) {
    this(part, name, part.word() + "." + name);
  }

  /** A key that messages show as {@code shown}, because a part of it comes from a variable. */
  public NamedValueKey(RequestPart part, String name, String shown) {
    this.part = part;
    this.name = name;
    this.shown = shown;
    tag = KeyHash.tag(part.word() + "." + name);
  }

  /** The first part of the key source, such as {@code header}. */
  public String kind() {
    return part.word();
  }

  /** The part of a request that holds the value. */
  RequestPart part() {
    return part;
  }

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    String value = value(context);
    if (value == null) {
      return false;
    }
    hash.add(tag);
    hash.add(value);
    return true;
  }

  @Override
  public @Nullable String describe(KeyContext context) {
    String value = value(context);
    return value == null ? null : shown + "=" + value;
  }

  /** Null for an empty or ambiguous value as well, which does not identify a client. */
  @Override
  public @Nullable String value(KeyContext context) {
    String value = part.read(context.call(), name);
    return value == null || value.isEmpty() || Ambiguous.is(value) ? null : value;
  }

  @Override
  public boolean isAmbiguous(KeyContext context) {
    return Ambiguous.is(part.read(context.call(), name));
  }

  /** True for attributes until filters have run, and for forms until the filter chain starts. */
  @Override
  public boolean mayChange(KeyContext context) {
    return part == RequestPart.FORM
        ? context.isBefore(Milestone.ARRIVED)
        : part == RequestPart.ATTRIBUTE
            && context.isBefore(Milestone.IDENTIFIED)
            && !isPresent(context);
  }

  @Override
  public boolean needs(KeyRequirement need) {
    return (need == KeyRequirement.FORM && part == RequestPart.FORM)
        || (need == KeyRequirement.PATIENCE
            && (part == RequestPart.ATTRIBUTE || part == RequestPart.FORM));
  }

  @Override
  public boolean canBeAbsent() {
    return true;
  }

  @Override
  public String toString() {
    return shown;
  }
}
