package dev.penstock.shadow.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads an access log line by line, without copying the lines out of its buffer. */
final class AccessLog {
  /*
   * A line is a range of the buffer and valid until the next call of next(), so reading allocates
   * nothing. Line ends are searched eight bytes at a time [1]: a search byte by byte would take
   * longer than the rest of reading.
   *
   * [1] A. Mycroft: a word has a zero byte if (word - 0x01..) & ~word & 0x80.. is not zero.
   */

  /** The longest line that is read. Longer lines are skipped, which bounds the memory. */
  static final int MAX_LINE_BYTES = 1 << 20;

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
  private final int maxLineBytes;
  private int limit;
  private boolean ended;
  private int from;
  private int to;

  /** Where the line after the current one begins. */
  private int next;

  private long number;
  private boolean tooLong;

  AccessLog(InputStream in) throws IOException {
    this(in, MAX_LINE_BYTES, READ_AT_ONCE);
  }

  AccessLog(InputStream in, int maxLineBytes, int readAtOnce) throws IOException {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
    buffer = new byte[maxLineBytes + readAtOnce];
    readAhead(BYTE_ORDER_MARK.length);
    int mark = Math.min(limit, BYTE_ORDER_MARK.length);
    next = Arrays.equals(BYTE_ORDER_MARK, Arrays.copyOf(buffer, mark)) ? mark : 0;
  }

  /** Reads enough to detect the format of the log; returns the end of the bytes read. */
  int readAhead() throws IOException {
    return readAhead(Math.min(READ_AHEAD, buffer.length));
  }

  private int readAhead(int bytes) throws IOException {
    while (limit < bytes && fill()) {
      // A pipe may deliver one byte at a time.
    }
    return limit;
  }

  /** Where the next line begins. */
  int start() {
    return next;
  }

  /** Moves to the next line; false at the end of the log. */
  boolean next() throws IOException {
    from = next;
    tooLong = false;
    int end = newline(from);
    while (end < 0 && !ended) {
      int searched = limit - from;
      if (searched > maxLineBytes) {
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
    tooLong = to - from > maxLineBytes;
    number++;
    if (to > from && buffer[to - 1] == '\r') {
      to--;
    }
    return true;
  }

  /** Reads to the end of a line that is too long; keeps its start for the error message. */
  private boolean skipRest() throws IOException {
    int kept = from + maxLineBytes;
    int end = -1;
    limit = kept;
    while (end < 0 && !ended) {
      limit = kept;
      fill();
      kept = from + maxLineBytes;
      end = newline(kept);
    }
    to = kept;
    next = end < 0 ? limit : end + 1;
    tooLong = true;
    number++;
    return true;
  }

  /** Reads more bytes, after it has made room if the buffer is full; false at the end. */
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

  /** The index of the first line end at or after {@code start}; -1 if there is none yet. */
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

  /** Where the current line begins. */
  int from() {
    return from;
  }

  /** Where the current line ends, without its line end. */
  int to() {
    return to;
  }

  /** The number of the current line, counted from 1. */
  long number() {
    return number;
  }

  /** True if the current line is longer than the limit; only its start is in the buffer. */
  boolean isTooLong() {
    return tooLong;
  }
}
