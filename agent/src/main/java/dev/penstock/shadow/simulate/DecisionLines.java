package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.rules.Rule;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes each decision of a simulation as one line of JSON. */
public final class DecisionLines {
  private static final int BUFFER = 1 << 16;

  /** A line without rule names is never longer than this. */
  private static final int MAX_LINE = 512;

  private static final byte[] NULL = ascii("null");
  private static final byte[] NUMBER = ascii("{\"n\":");
  private static final byte[] TIME = ascii(",\"t\":");
  private static final byte[] ADMITTED = ascii("\"admitted\":true,\"rule\":");
  private static final byte[] REJECTED = ascii("\"admitted\":false,\"rule\":");
  private static final byte[] REMAINING = ascii(",\"remaining\":");
  private static final byte[] RETRY = ascii(",\"retry_after_ms\":");
  private static final byte[] CANDIDATE = ascii(",\"candidate\":{");

  private final OutputStream out;
  private byte[] buffer = new byte[BUFFER];
  private int size;

  public DecisionLines(OutputStream out) {
    this.out = out;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes the decision on one request.
   *
   * @param number the number of the request, from 1
   * @param micros its time since 1970
   * @param candidate the decision of the candidate; null without one
   */
  void write(long number, long micros, Decision decision, @Nullable Decision candidate) {
    add(NUMBER);
    add(number);
    add(TIME);
    add(micros / 1000);
    add((byte) ',');
    add(decision);
    if (candidate != null) {
      add(CANDIDATE);
      add(candidate);
      add((byte) '}');
    }
    add((byte) '}');
    add((byte) '\n');
    if (size > BUFFER - MAX_LINE) {
      drain();
    }
  }

  /** Names the rule with the longest wait, or else the rule with the least left. */
  private void add(Decision decision) {
    boolean rejects = decision.isRejected();
    Rule deniedBy = decision.deniedBy();
    add(rejects ? REJECTED : ADMITTED);
    if (deniedBy != null || decision.quotas() == 0) {
      addName(deniedBy);
      add(REMAINING);
      add(NULL);
    } else {
      int tightest = decision.tightest();
      addName(decision.rule(tightest));
      add(REMAINING);
      add(decision.remaining(tightest));
    }
    add(RETRY);
    long wait = rejects ? decision.waitMicros() : 0;
    if (wait >= Limit.UNKNOWN) {
      add(NULL);
    } else {
      add(wait / 1000 + (wait % 1000 == 0 ? 0 : 1));
    }
  }

  /** The rules parser accepts no name with a quote or a backslash, so names need no escapes. */
  private void addName(@Nullable Rule rule) {
    if (rule == null) {
      add(NULL);
      return;
    }
    add((byte) '"');
    add(rule.name().getBytes(StandardCharsets.UTF_8));
    add((byte) '"');
  }

  private void add(byte[] text) {
    ensure(text.length);
    System.arraycopy(text, 0, buffer, size, text.length);
    size += text.length;
  }

  private void add(byte c) {
    ensure(1);
    buffer[size++] = c;
  }

  /** Adds a number that is not negative. */
  private void add(long number) {
    int digits = 1;
    for (long rest = number; rest > 9; rest /= 10) {
      digits++;
    }
    ensure(digits);
    size += digits;
    long rest = number;
    for (int at = size - 1; at >= size - digits; at--) {
      buffer[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private void ensure(int more) {
    if (size + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length + more);
    }
  }

  /** Throws unchecked, because callers take an IOException for an error in reading the log. */
  private void drain() {
    try {
      out.write(buffer, 0, size);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    size = 0;
  }

  /** Writes the buffered lines to the stream. */
  public void flush() {
    drain();
  }
}
