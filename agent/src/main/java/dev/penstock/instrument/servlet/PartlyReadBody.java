package dev.penstock.instrument.servlet;

import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A request body: the bytes that were read for a rule, and the stream with the rest. */
final class PartlyReadBody {
  /*
   * Loaded together with ReplayedRequest. All requests that are made for one original share it:
   * each reads the start again, until one of them reads past it. After that the others find what
   * they would find in the container's own stream: the unread rest.
   */
  private byte[] start;
  private @Nullable ServletInputStream rest;
  private @Nullable IOException failure;
  private boolean readPastStart;

  PartlyReadBody(byte[] start, @Nullable ServletInputStream rest, @Nullable IOException failure) {
    this.start = start;
    this.rest = rest;
    this.failure = failure;
  }

  synchronized byte[] start() {
    return start;
  }

  /** The stream with the rest; null if the start is the whole body. */
  synchronized @Nullable ServletInputStream rest() {
    return rest;
  }

  /** The exception that ended the body early; null if none did. */
  synchronized @Nullable IOException failure() {
    return failure;
  }

  /** Records that a request has read past the start. */
  synchronized void setReadPastStart() {
    start = new byte[0];
    readPastStart = true;
  }

  /** The whole body; null if it is longer than the maximum, incomplete, or read in part. */
  synchronized byte @Nullable [] whole(int maxBytes) {
    if (rest != null && !readPastStart && start.length <= maxBytes) {
      readRest(rest, maxBytes + 1);
    }
    return rest == null && failure == null ? start : null;
  }

  /** Extends the start up to a number of bytes, or to the end of the body. */
  private void readRest(ServletInputStream in, int bytes) {
    try {
      byte[] more = in.readNBytes(bytes - start.length);
      byte[] longer = Arrays.copyOf(start, start.length + more.length);
      System.arraycopy(more, 0, longer, start.length, more.length);
      start = longer;
      rest = longer.length < bytes ? null : in;
    } catch (IOException broken) {
      failure = broken;
      rest = null;
    }
  }
}
