package dev.penstock.key;

import dev.penstock.call.Ambiguous;
import dev.penstock.call.Milestone;
import org.jspecify.annotations.Nullable;

/** One budget for each value of a header, a cookie, a parameter or the like. */
public final class NamedValue implements KeySource {
  private final Part part;
  private final String name;
  private final String shown;
  private final long tag;

  public NamedValue(Part part, String name) {
    this(part, name, part.word() + "." + name);
  }

  /** One that messages show in another form, because a part of it comes from a variable. */
  public NamedValue(Part part, String name, String shown) {
    this.part = part;
    this.name = name;
    this.shown = shown;
    tag = KeyHash.tag(part.word() + "." + name);
  }

  /** Where the value is found, as key sources begin: {@code header}. */
  public String kind() {
    return part.word();
  }

  /** The part of a request that holds the value. */
  Part part() {
    return part;
  }

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    String value = value(caller);
    if (value == null) {
      return false;
    }
    hash.add(tag);
    hash.add(value);
    return true;
  }

  @Override
  public @Nullable String describe(Caller caller) {
    String value = value(caller);
    return value == null ? null : shown + "=" + value;
  }

  /** An empty value identifies no caller, and neither does an ambiguous one. */
  @Override
  public @Nullable String value(Caller caller) {
    String value = part.read(caller.call(), name);
    return value == null || value.isEmpty() || Ambiguous.is(value) ? null : value;
  }

  @Override
  public boolean isAmbiguous(Caller caller) {
    return Ambiguous.is(part.read(caller.call(), name));
  }

  /** The application's filters set attributes, and a form is read where they begin. */
  @Override
  public boolean mayChange(Caller caller) {
    return part == Part.FORM
        ? caller.isBefore(Milestone.ARRIVED)
        : part == Part.ATTRIBUTE && caller.isBefore(Milestone.IDENTIFIED) && !isPresent(caller);
  }

  @Override
  public boolean needs(Need need) {
    return (need == Need.FORM && part == Part.FORM)
        || (need == Need.PATIENCE && (part == Part.ATTRIBUTE || part == Part.FORM));
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
