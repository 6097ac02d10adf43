package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the headers that come in threes: a limit, what remains of it, and when it is reset. */
final class BudgetFields {
  private static final long SECOND = 1_000_000;

  /** The bucket of Shopify's slowest plan leaks this many calls per second. */
  private static final long SHOPIFY_PER_SECOND = 2;

  private static final String SHOPIFY = "X-Shopify-Shop-Api-Call-Limit";

  private static final Trio IETF = Trio.of("RateLimit-", "");
  private static final Trio COMMON = Trio.of("X-RateLimit-", "");
  private static final Trio TWITTER = Trio.of("X-Rate-Limit-", "");

  /** If the first of them is absent, the others are not looked up. */
  private static final List<Trio> OPENAI =
      List.of(
          Trio.of("X-RateLimit-", "-Requests"),
          Trio.of("X-RateLimit-", "-Tokens"),
          Trio.of("X-RateLimit-", "-Requests_Usage_Based"),
          Trio.of("X-RateLimit-", "-Tokens_Usage_Based"));

  private static final List<Trio> ANTHROPIC =
      List.of(
          Trio.anthropic("requests"),
          Trio.anthropic("tokens"),
          Trio.anthropic("input-tokens"),
          Trio.anthropic("output-tokens"));

  private static final Trio KONG_SECOND = Trio.of("X-RateLimit-", "-Second");
  private static final Trio KONG_MINUTE = Trio.of("X-RateLimit-", "-Minute");
  private static final Trio KONG_HOUR = Trio.of("X-RateLimit-", "-Hour");

  private BudgetFields() {}

  static void read(ResponseReading reading) {
    readIetf(reading);
    readCommon(reading);
    readTrio(reading, TWITTER);
    readFamily(reading, OPENAI);
    readFamily(reading, ANTHROPIC);
    readKong(reading, KONG_SECOND, SECOND);
    readKong(reading, KONG_MINUTE, 60 * SECOND);
    readKong(reading, KONG_HOUR, 3_600 * SECOND);
    readShopify(reading);
  }

  /** Revisions 00 to 06 of the IETF draft, which many servers still send. */
  private static void readIetf(ResponseReading reading) {
    String remaining = reading.field(IETF.remaining);
    if (remaining != null) {
      String limits = PolicyFields.readable(reading, IETF.limit);
      long limit = firstOf(limits);
      long window = PolicyFields.windowOf(limits, limit);
      if (window < 0) {
        window = PolicyFields.windowOf(reading.field("RateLimit-Policy"), limit);
      }
      long left = reading.checked(IETF.remaining, FieldNumbers.smallest(remaining));
      long reset = resetOf(reading, IETF);
      reading.addBudget(new AnnouncedBudget(IETF.policy, Unit.CALLS, left, reset, limit, window));
    }
  }

  /** The most common headers: of Envoy, GitHub (with a resource) and Discord (with a bucket). */
  private static void readCommon(ResponseReading reading) {
    String remaining = reading.field(COMMON.remaining);
    if (remaining == null) {
      return;
    }
    String bucket = reading.field("X-RateLimit-Bucket");
    String resource = reading.field("X-RateLimit-Resource");
    String policy = bucket != null ? bucket : resource != null ? resource : COMMON.policy;
    String limits = PolicyFields.readable(reading, COMMON.limit);
    long limit = firstOf(limits);
    String after = reading.field("X-RateLimit-Reset-After");
    long reset =
        after == null
            ? resetOf(reading, COMMON)
            : reading.checked("X-RateLimit-Reset-After", reading.time().ofRetry(after));
    long left = reading.checked(COMMON.remaining, FieldNumbers.smallest(remaining));
    long window = PolicyFields.windowOf(limits, limit);
    reading.addBudget(new AnnouncedBudget(policy, Unit.CALLS, left, reset, limit, window));
  }

  private static void readFamily(ResponseReading reading, List<Trio> family) {
    for (int i = 0; i < family.size(); i++) {
      if (!readTrio(reading, family.get(i)) && i == 0) {
        return;
      }
    }
  }

  private static boolean readTrio(ResponseReading reading, Trio trio) {
    String remaining = reading.field(trio.remaining);
    if (remaining != null) {
      long left = reading.checked(trio.remaining, FieldNumbers.smallest(remaining));
      long reset = resetOf(reading, trio);
      long limit = limitOf(reading, trio);
      reading.addBudget(
          new AnnouncedBudget(trio.policy, trio.unit, left, reset, limit, AnnouncedBudget.UNKNOWN));
    }
    return remaining != null;
  }

  /** Kong's windows are those of the clock, so its responses do not say when they end. */
  private static void readKong(ResponseReading reading, Trio trio, long windowMicros) {
    String remaining = reading.field(trio.remaining);
    if (remaining != null) {
      long left = reading.checked(trio.remaining, FieldNumbers.smallest(remaining));
      long reset = reading.time().endOfWindow(windowMicros);
      long limit = limitOf(reading, trio);
      reading.addBudget(
          new AnnouncedBudget(trio.policy, Unit.CALLS, left, reset, limit, windowMicros));
    }
  }

  /**
   * Level and size of a leaky bucket, {@code 32/40}; half a second later there is room for a call.
   */
  private static void readShopify(ResponseReading reading) {
    String text = reading.field(SHOPIFY);
    if (text == null) {
      return;
    }
    int slash = text.indexOf('/');
    long used = slash < 0 ? DecimalParser.UNREADABLE : DecimalParser.millionths(text, 0, slash);
    long size = slash < 0 ? used : DecimalParser.millionths(text, slash + 1, text.length());
    if (used < 0 || size <= 0) {
      reading.noteUnreadable(SHOPIFY);
      return;
    }
    long next = reading.time().nowMicros() + SECOND / SHOPIFY_PER_SECOND;
    long left = Math.max(0, size - used) / SECOND;
    reading.addBudget(
        new AnnouncedBudget(
            "shopify", Unit.CALLS, left, next, size / SECOND, AnnouncedBudget.UNKNOWN));
  }

  private static long resetOf(ResponseReading reading, Trio trio) {
    String reset = reading.field(trio.reset);
    return reset == null
        ? FieldNumbers.NONE
        : reading.checked(trio.reset, reading.time().ofReset(reset));
  }

  private static long limitOf(ResponseReading reading, Trio trio) {
    String limit = reading.field(trio.limit);
    return limit == null
        ? AnnouncedBudget.UNKNOWN
        : reading.checked(trio.limit, FieldNumbers.smallest(limit));
  }

  /** Returns the first number of a list such as {@code 10, 10;w=1}: it is the limit. */
  private static long firstOf(@Nullable String limits) {
    StructuredFieldMembers members = new StructuredFieldMembers(limits == null ? "" : limits);
    return members.next() ? members.number() : AnnouncedBudget.UNKNOWN;
  }

  /** The names of three headers that belong together. */
  private record Trio(String policy, Unit unit, String limit, String remaining, String reset) {
    static Trio of(String prefix, String suffix) {
      String name =
          suffix.isEmpty() ? prefix.substring(0, prefix.length() - 1) : suffix.substring(1);
      String policy = name.toLowerCase(Locale.ROOT);
      return new Trio(
          policy,
          unitOf(policy),
          prefix + "Limit" + suffix,
          prefix + "Remaining" + suffix,
          prefix + "Reset" + suffix);
    }

    static Trio anthropic(String policy) {
      String prefix = "Anthropic-RateLimit-" + policy;
      return new Trio(
          policy, unitOf(policy), prefix + "-Limit", prefix + "-Remaining", prefix + "-Reset");
    }

    private static Unit unitOf(String policy) {
      return policy.contains("tokens") ? Unit.OTHER : Unit.CALLS;
    }
  }
}
