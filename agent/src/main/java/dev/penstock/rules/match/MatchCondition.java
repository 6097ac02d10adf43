package dev.penstock.rules.match;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.Call;
import dev.penstock.rules.key.RequestPart;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a header, a parameter or the host of a call.
 *
 * @param part the part of the request; null for the host
 * @param name the name of the header or parameter; empty for the host
 * @param value the required value, with {@code *} for any text at its start or end; null if any
 *     value will do
 * @param shown the value for messages, without the values of variables
 */
public record MatchCondition(
    @Nullable RequestPart part, String name, @Nullable String value, @Nullable String shown) {
  /** A condition without variables. */
  public MatchCondition(@Nullable RequestPart part, String name, @Nullable String value) {
    this(part, name, value, /* shown= */ value);
  }

  /** True if the condition holds in every way that the application may read the call. */
  boolean surelyHolds(Call call) {
    String found = found(call);
    return found != null && !Ambiguous.is(found) && fits(found);
  }

  /** True if the condition holds in some way that the application may read the call. */
  public boolean mayHold(Call call) {
    String found = found(call);
    if (Ambiguous.is(found)) {
      return part != RequestPart.HEADER || fitsSomeLine(call);
    }
    return found != null && fits(found);
  }

  private @Nullable String found(Call call) {
    return part == null ? call.host() : part.read(call, name);
  }

  /**
   * True if all header lines, or one item of their list, fit: the application may read any of
   * these.
   */
  private boolean fitsSomeLine(Call call) {
    String lines = call.headerLines(name);
    if (lines == null || fits(lines)) {
      return true;
    }
    int start = 0;
    while (start <= lines.length()) {
      int comma = lines.indexOf(',', start);
      int end = comma < 0 ? lines.length() : comma;
      if (fits(lines.substring(start, end).strip())) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private boolean fits(String found) {
    if (value == null) {
      return true;
    }
    boolean anyStart = value.startsWith("*");
    boolean anyEnd = value.length() > 1 && value.endsWith("*");
    String middle = value.substring(anyStart ? 1 : 0, value.length() - (anyEnd ? 1 : 0));
    if (anyStart && anyEnd) {
      return found.contains(middle);
    }
    if (anyStart) {
      return found.endsWith(middle);
    }
    return anyEnd ? found.startsWith(middle) : found.equals(value);
  }

  @Override
  public String toString() {
    String where = part == null ? "host" : part.word() + "." + name;
    return value == null ? where : where + "=" + shown;
  }
}
