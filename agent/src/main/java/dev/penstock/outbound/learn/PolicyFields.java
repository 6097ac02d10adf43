package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import org.jspecify.annotations.Nullable;

/** Reads the headers {@code RateLimit} and {@code RateLimit-Policy} of the IETF drafts. */
final class PolicyFields {
  /*
   *   07     RateLimit: limit=10, remaining=1, reset=7
   *   08-11  RateLimit: "burst";r=1;t=7        RateLimit-Policy: "burst";q=10;w=60;qu="requests"
   *   later  RateLimit: "burst";a=1;w=7;c=3    (proposed)
   *
   * Up to revision 06 there was no RateLimit: see BudgetFields, which uses `windowOf`.
   */
  private static final String FIELD = "RateLimit";
  private static final String POLICY = "RateLimit-Policy";

  /** More than any server sends; limits the work that a malicious server can cause. */
  private static final int MAX_MEMBERS = 32;

  private static final long SECOND = 1_000_000;

  private PolicyFields() {}

  static void read(ResponseReading reading) {
    String text = reading.field(FIELD);
    if (text == null) {
      return;
    }
    if (!StructuredFieldMembers.areReadable(text)) {
      reading.noteUnreadable(FIELD);
      return;
    }
    String policies = readable(reading, POLICY);
    StructuredFieldMembers members = new StructuredFieldMembers(text);
    Dictionary dictionary = new Dictionary();
    for (int i = 0; i < MAX_MEMBERS && members.next(); i++) {
      if (!dictionary.accept(members)) {
        readItem(reading, members, policies);
      }
    }
    dictionary.addTo(reading, policies);
  }

  private static void readItem(
      ResponseReading reading, StructuredFieldMembers item, @Nullable String policies) {
    boolean isProposed = item.parameter('r') < 0;
    long remaining = item.parameter(isProposed ? 'a' : 'r');
    long seconds = item.parameter(isProposed ? 'w' : 't');
    if (remaining < 0) {
      reading.noteUnreadable(FIELD);
      return;
    }
    StructuredFieldMembers policy = policies == null ? null : named(policies, item.name());
    String counted = policy == null ? "" : policy.unit();
    if (counted.equals("concurrent-requests")) {
      return;
    }
    long window = policy == null ? AnnouncedBudget.UNKNOWN : micros(policy.parameter('w'));
    // The reset is optional: without it, an empty budget lasts for the whole window at most.
    long untilReset = seconds < 0 && remaining == 0 ? window : micros(seconds);
    reading.addBudget(
        new AnnouncedBudget(
            item.name(),
            counted.isEmpty() || counted.equals("requests") ? Unit.CALLS : Unit.OTHER,
            remaining,
            untilReset < 0 ? FieldNumbers.NONE : reading.time().nowMicros() + untilReset,
            policy == null ? AnnouncedBudget.UNKNOWN : policy.parameter('q'),
            window));
  }

  private static @Nullable StructuredFieldMembers named(String policies, String name) {
    StructuredFieldMembers members = new StructuredFieldMembers(policies);
    for (int i = 0; i < MAX_MEMBERS && members.next(); i++) {
      if (members.name().equals(name)) {
        return members;
      }
    }
    return null;
  }

  /** Returns the window of the policy with this limit, from a text like {@code 10;w=1, 50;w=60}. */
  static long windowOf(@Nullable String policies, long limit) {
    StructuredFieldMembers members = new StructuredFieldMembers(policies == null ? "" : policies);
    for (int i = 0; i < MAX_MEMBERS && members.next(); i++) {
      if (members.number() == limit && members.parameter('w') > 0) {
        return micros(members.parameter('w'));
      }
    }
    return AnnouncedBudget.UNKNOWN;
  }

  /** Returns the text of a structured field; null if there is none or its syntax is wrong. */
  static @Nullable String readable(ResponseReading reading, String name) {
    String text = reading.field(name);
    if (text == null || StructuredFieldMembers.areReadable(text)) {
      return text;
    }
    reading.noteUnreadable(name);
    return null;
  }

  private static long micros(long seconds) {
    return seconds < 0
        ? AnnouncedBudget.UNKNOWN
        : Math.min(seconds, DecimalParser.MAX / SECOND) * SECOND;
  }

  /** The dictionary that revision 07 sends. */
  private static final class Dictionary {
    private long limit = AnnouncedBudget.UNKNOWN;
    private long remaining = FieldNumbers.NONE;
    private long reset = FieldNumbers.NONE;

    boolean accept(StructuredFieldMembers member) {
      boolean isItem = member.parameter('r') >= 0 || member.parameter('a') >= 0;
      switch (isItem ? "" : member.name()) {
        case "limit" -> limit = member.number();
        case "remaining" -> remaining = member.number();
        case "reset" -> reset = member.number();
        default -> {
          return false;
        }
      }
      return true;
    }

    void addTo(ResponseReading reading, @Nullable String policies) {
      if (remaining >= 0 && reset >= 0) {
        long at = reading.time().nowMicros() + micros(reset);
        long window = windowOf(policies, limit);
        reading.addBudget(
            new AnnouncedBudget("ratelimit", Unit.CALLS, remaining, at, limit, window));
      }
    }
  }
}
