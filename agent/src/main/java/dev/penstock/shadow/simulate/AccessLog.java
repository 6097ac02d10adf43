package dev.penstock.shadow.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The lines of a log, one after the other, each of them where it was read to. */
final class AccessLog {
  /*
   * A line is a stretch of the buffer and good until the next one is asked for: nothing is copied
   * or made for it. Line ends are looked for eight bytes at a time [1]; byte by byte would take
   * longer than all the rest of reading.
   *
   * [1] A. Mycroft: a word has a zero byte if (word - 0x01..) & ~word & 0x80.. is not zero.
   */

  /** Longer ones are no lines of an access log, and have no place in memory. */
  static final int LONGEST = 1 << 20;

  private static final int READ_AT_ONCE = 1 << 18;
  private static final int READ_AHEAD = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long TOPS = ONES << 7;
  private static final long NEWLINES = ONES * '\n';
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final InputStream in;
  private final byte[] buffer;
  private final int longest;
  private int limit;
  private boolean ended;
  private int from;
  private int to;

  /** Where the line after this one begins. */
  private int next;

  private long number;
  private boolean tooLong;

  AccessLog(InputStream in) throws IOException {
    this(in, LONGEST, READ_AT_ONCE);
  }

  AccessLog(InputStream in, int longest, int readAtOnce) throws IOException {
    this.in = in;
    this.longest = longest;
    buffer = new byte[longest + readAtOnce];
    readAhead(BYTE_ORDER_MARK.length);
    int mark = Math.min(limit, BYTE_ORDER_MARK.length);
    next = Arrays.equals(BYTE_ORDER_MARK, Arrays.copyOf(buffer, mark)) ? mark : 0;
  }

  /** Reads what is enough to know a log by, and tells how far that goes. */
  int readAhead() throws IOException {
    return readAhead(Math.min(READ_AHEAD, buffer.length));
  }

  private int readAhead(int bytes) throws IOException {
    while (limit < bytes && fill()) {
      // A pipe may give them one by one.
    }
    return limit;
  }

  /** Where the next line begins. */
  int start() {
    return next;
  }

  /** Goes to the next line; false if there is none. */
  boolean next() throws IOException {
    from = next;
    tooLong = false;
    int end = newline(from);
    while (end < 0 && !ended) {
      int searched = limit - from;
      if (searched > longest) {
        return skipRest();
      }
      fill();
      end = newline(from + searched);
    }
    if (end < 0 && from == limit) {
      return false;
    }
    to = end < 0 ? limit : end;
    next = end < 0 ? limit : end + 1;
    tooLong = to - from > longest;
    number++;
    if (to > from && buffer[to - 1] == '\r') {
      to--;
    }
    return true;
  }

  /** Leaves the start of a line that is too long where it is, to be shown, and reads past it. */
  private boolean skipRest() throws IOException {
    int kept = from + longest;
    int end = -1;
    limit = kept;
    while (end < 0 && !ended) {
      limit = kept;
      fill();
      kept = from + longest;
      end = newline(kept);
    }
    to = kept;
    next = end < 0 ? limit : end + 1;
    tooLong = true;
    number++;
    return true;
  }

  /** Reads more, and makes room for it before if need be; false at the end. */
  private boolean fill() throws IOException {
    if (buffer.length == limit) {
      System.arraycopy(buffer, from, buffer, 0, limit - from);
      limit -= from;
      from = 0;
    }
    int read = in.read(buffer, limit, Math.min(buffer.length - limit, READ_AT_ONCE));
    ended = read < 0;
    limit += Math.max(0, read);
    return !ended;
  }

  /** The first end of a line from here on, or -1. */
  int newline(int start) {
    int at = start;
    for (; at + Long.BYTES <= limit; at += Long.BYTES) {
      long word = (long) WORD.get(buffer, at) ^ NEWLINES;
      long found = (word - ONES) & ~word & TOPS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    for (; at < limit; at++) {
      if (buffer[at] == '\n') {
        return at;
      }
    }
    return -1;
  }

  byte[] buffer() {
    return buffer;
  }

  /** Where the line begins. */
  int from() {
    return from;
  }

  /** Where it ends, without what ends it. */
  int to() {
    return to;
  }

  /** Counted from 1. */
  long number() {
    return number;
  }

  /** True if there is more of the line than is shown of it. */
  boolean isTooLong() {
    return tooLong;
  }
}
