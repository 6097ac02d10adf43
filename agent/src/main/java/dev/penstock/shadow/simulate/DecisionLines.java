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

/** Writes one line of JSON for each decision. */
public final class DecisionLines {
  private static final int BUFFER = 1 << 16;

  /** A line without its names is never longer than this. */
  private static final int ROOM = 512;

  private static final byte[] NULL = ascii("null");
  private static final byte[] NUMBER = ascii("{\"n\":");
  private static final byte[] TIME = ascii(",\"t\":");
  private static final byte[] ADMITTED = ascii("\"admitted\":true,\"rule\":");
  private static final byte[] REFUSED = ascii("\"admitted\":false,\"rule\":");
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

  /** Writes what was made of the request of this number. */
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
    if (size > BUFFER - ROOM) {
      send();
    }
  }

  /** The rule is the one that a caller meets first: the longest wait, or else the least left. */
  private void add(Decision decision) {
    boolean refuses = decision.isRejected();
    Rule denying = decision.deniedBy();
    add(refuses ? REFUSED : ADMITTED);
    if (denying != null || decision.quotas() == 0) {
      addName(denying);
      add(REMAINING);
      add(NULL);
    } else {
      int tightest = decision.tightest();
      addName(decision.rule(tightest));
      add(REMAINING);
      add(decision.remaining(tightest));
    }
    add(RETRY);
    long wait = refuses ? decision.waitMicros() : 0;
    if (wait >= Limit.UNKNOWN) {
      add(NULL);
    } else {
      add(wait / 1000 + (wait % 1000 == 0 ? 0 : 1));
    }
  }

  /** Names of rules have no quotes and no backslashes, the parser sees to it. */
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

  /** Unchecked: whoever reads a log takes an IOException for one of the log. */
  private void send() {
    try {
      out.write(buffer, 0, size);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    size = 0;
  }

  /** Sends the last lines on their way. */
  public void flush() {
    send();
  }
}
