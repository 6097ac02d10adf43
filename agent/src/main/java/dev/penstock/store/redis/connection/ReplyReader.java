package dev.penstock.store.redis.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads RESP2 replies, and rejects anything that is not valid RESP2. */
final class ReplyReader {
  /*
   * The reader of Jedis trusts the server: it reads `:abc` as a number, and allocates a list for
   * `*2147483647`, which ends in an OutOfMemoryError in the application. This reader checks digits
   * and bounds sizes. It rejects RESP3 types [1]: Penstock never sends HELLO, so a server that uses
   * them is out of step.
   *
   * [1] Redis serialization protocol specification
   */
  private static final String RESP3_TYPES = "_#,(%~>=!|";

  private static final String EXPECTED = "RESP2";
  private static final int MAX_BULK_BYTES = 1 << 20;
  private static final int MAX_LINE_BYTES = 1 << 16;
  private static final int MAX_PARTS = 1 << 20;
  private static final int MAX_DEPTH = 8;
  private static final int INITIAL_CAPACITY = 16;

  private final ReplyStream in;
  private int partsLeft;

  ReplyReader(ReplyStream in) {
    this.in = in;
  }

  /** Reads a {@link Long}, bytes, a list of these, null, or the error that the server sent. */
  @Nullable Object read() {
    partsLeft = MAX_PARTS;
    return read(/* depth= */ 0);
  }

  private @Nullable Object read(int depth) {
    byte type = in.readByte();
    return switch (type) {
      case ':' -> number();
      case '$' -> bulk();
      case '*' -> array(depth);
      case '+' -> line();
      case '-' -> ErrorReplies.of(new String(line(), StandardCharsets.UTF_8));
      default -> throw unreadable(unknown(type));
    };
  }

  private static String unknown(byte type) {
    return RESP3_TYPES.indexOf(type) >= 0
        ? "the RESP3 type `" + (char) type + "`"
        : "a byte that starts no reply";
  }

  private long number() {
    byte next = in.readByte();
    boolean isNegative = next == '-';
    if (isNegative || next == '+') {
      next = in.readByte();
    }
    long negated = 0;
    do {
      int digit = next - '0';
      if (digit < 0 || digit > 9) {
        throw unreadable("a number with other characters than digits");
      }
      if (negated < (Long.MIN_VALUE + digit) / 10) {
        throw unreadable("a number of more than 64 bits");
      }
      negated = negated * 10 - digit;
      next = in.readByte();
    } while (next != '\r');
    lineFeed();
    if (!isNegative && negated == Long.MIN_VALUE) {
      throw unreadable("a number of more than 64 bits");
    }
    return isNegative ? negated : -negated;
  }

  private void lineFeed() {
    if (in.readByte() != '\n') {
      throw unreadable("a line that does not end in CR LF");
    }
  }

  /** Reads the length of a string or an array; -1 stands for null. */
  private int length(int most, String of) {
    long length = number();
    if (length < -1 || length > most) {
      throw unreadable(of + " of an impossible length");
    }
    return (int) length;
  }

  private byte @Nullable [] bulk() {
    int length = length(MAX_BULK_BYTES, "a string");
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    int read = 0;
    while (read < length) {
      int more = in.read(bytes, read, length - read);
      if (more < 0) {
        throw unreadable("a string that ends too early");
      }
      read += more;
    }
    if (in.readByte() != '\r') {
      throw unreadable("a string that is longer than its length");
    }
    lineFeed();
    return bytes;
  }

  private @Nullable List<@Nullable Object> array(int depth) {
    int length = length(MAX_PARTS, "an array");
    if (length < 0) {
      return null;
    }
    partsLeft -= length;
    if (partsLeft < 0 || depth == MAX_DEPTH) {
      throw unreadable(partsLeft < 0 ? "too many parts" : "too many arrays in arrays");
    }
    List<@Nullable Object> parts = new ArrayList<>(Math.min(length, INITIAL_CAPACITY));
    for (int i = 0; i < length; i++) {
      parts.add(read(depth + 1));
    }
    return parts;
  }

  private byte[] line() {
    byte[] bytes = new byte[INITIAL_CAPACITY];
    int length = 0;
    byte next = in.readByte();
    while (next != '\r') {
      if (next == '\n' || length == MAX_LINE_BYTES) {
        throw unreadable(next == '\n' ? "a line without CR" : "a line that does not end");
      }
      bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
      bytes[length++] = next;
      next = in.readByte();
    }
    lineFeed();
    return Arrays.copyOf(bytes, length);
  }

  private static UnreadableReplyException unreadable(String received) {
    return new UnreadableReplyException(EXPECTED, received);
  }
}
