package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import org.jspecify.annotations.Nullable;

/** The fields {@code RateLimit} and {@code RateLimit-Policy} of the IETF's drafts. */
final class PolicyFields {
  /*
   *   07     RateLimit: limit=10, remaining=1, reset=7
   *   08-11  RateLimit: "burst";r=1;t=7        RateLimit-Policy: "burst";q=10;w=60;qu="requests"
   *   later  RateLimit: "burst";a=1;w=7;c=3    (proposed)
   *
   * Until 06 there was no RateLimit: see BudgetFields, which asks here only for the window.
   */
  private static final String FIELD = "RateLimit";
  private static final String POLICY = "RateLimit-Policy";

  /** More than any server has; it bounds what a malicious one can make us do. */
  private static final int MOST = 32;

  private static final long SECOND = 1_000_000;

  private PolicyFields() {}

  static void read(ResponseReading reading) {
    String text = reading.field(FIELD);
    if (text == null) {
      return;
    }
    if (!StructuredFieldMembers.areReadable(text)) {
      reading.complain(FIELD);
      return;
    }
    String policies = readable(reading, POLICY);
    StructuredFieldMembers members = new StructuredFieldMembers(text);
    Dictionary dictionary = new Dictionary();
    for (int i = 0; i < MOST && members.next(); i++) {
      if (!dictionary.take(members)) {
        item(reading, members, policies);
      }
    }
    dictionary.conclude(reading, policies);
  }

  private static void item(
      ResponseReading reading, StructuredFieldMembers item, @Nullable String policies) {
    boolean proposed = item.parameter('r') < 0;
    long remaining = item.parameter(proposed ? 'a' : 'r');
    long seconds = item.parameter(proposed ? 'w' : 't');
    if (remaining < 0) {
      reading.complain(FIELD);
      return;
    }
    StructuredFieldMembers policy = policies == null ? null : named(policies, item.name());
    String counted = policy == null ? "" : policy.unit();
    if (counted.equals("concurrent-requests")) {
      return;
    }
    long window = policy == null ? AnnouncedBudget.UNKNOWN : micros(policy.parameter('w'));
    // When it comes back is optional; nothing left is then for the whole window, at the worst.
    long lasts = seconds < 0 && remaining == 0 ? window : micros(seconds);
    reading.budget(
        new AnnouncedBudget(
            item.name(),
            counted.isEmpty() || counted.equals("requests") ? Unit.CALLS : Unit.OTHER,
            remaining,
            lasts < 0 ? FieldNumbers.NONE : reading.moment().nowMicros() + lasts,
            policy == null ? AnnouncedBudget.UNKNOWN : policy.parameter('q'),
            window));
  }

  private static @Nullable StructuredFieldMembers named(String policies, String name) {
    StructuredFieldMembers members = new StructuredFieldMembers(policies);
    for (int i = 0; i < MOST && members.next(); i++) {
      if (members.name().equals(name)) {
        return members;
      }
    }
    return null;
  }

  /** The window of the policy that permits this much: {@code 10;w=1, 50;w=60}. */
  static long windowOf(@Nullable String policies, long limit) {
    StructuredFieldMembers members = new StructuredFieldMembers(policies == null ? "" : policies);
    for (int i = 0; i < MOST && members.next(); i++) {
      if (members.number() == limit && members.parameter('w') > 0) {
        return micros(members.parameter('w'));
      }
    }
    return AnnouncedBudget.UNKNOWN;
  }

  /** The text of a structured field, unless there is none or it cannot be read. */
  static @Nullable String readable(ResponseReading reading, String name) {
    String text = reading.field(name);
    if (text == null || StructuredFieldMembers.areReadable(text)) {
      return text;
    }
    reading.complain(name);
    return null;
  }

  private static long micros(long seconds) {
    return seconds < 0
        ? AnnouncedBudget.UNKNOWN
        : Math.min(seconds, DecimalParser.MOST / SECOND) * SECOND;
  }

  /** The form of revision 07. */
  private static final class Dictionary {
    private long limit = AnnouncedBudget.UNKNOWN;
    private long remaining = FieldNumbers.NONE;
    private long reset = FieldNumbers.NONE;

    boolean take(StructuredFieldMembers member) {
      boolean item = member.parameter('r') >= 0 || member.parameter('a') >= 0;
      switch (item ? "" : member.name()) {
        case "limit" -> limit = member.number();
        case "remaining" -> remaining = member.number();
        case "reset" -> reset = member.number();
        default -> {
          return false;
        }
      }
      return true;
    }

    void conclude(ResponseReading reading, @Nullable String policies) {
      if (remaining >= 0 && reset >= 0) {
        long at = reading.moment().nowMicros() + micros(reset);
        long window = windowOf(policies, limit);
        reading.budget(new AnnouncedBudget("ratelimit", Unit.CALLS, remaining, at, limit, window));
      }
    }
  }
}
