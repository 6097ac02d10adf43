package dev.penstock.instrument.servlet;

import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A body whose start has been read, and the stream that has the rest. */
final class PartlyReadBody {
  /*
   * Lives beside ReplayedRequest. All requests that are handed on for one call share it: each
   * reads the start anew, until one of them reads on. From then on the others find what they would
   * find in the container's own stream: what is left.
   */
  private byte[] start;
  private @Nullable ServletInputStream rest;
  private @Nullable IOException failure;
  private boolean readOn;

  PartlyReadBody(byte[] start, @Nullable ServletInputStream rest, @Nullable IOException failure) {
    this.start = start;
    this.rest = rest;
    this.failure = failure;
  }

  synchronized byte[] start() {
    return start;
  }

  /** Has the rest; null if the start is all there is. */
  synchronized @Nullable ServletInputStream rest() {
    return rest;
  }

  /** What ended the body before its end; null if nothing did. */
  synchronized @Nullable IOException failure() {
    return failure;
  }

  /** Somebody has read the start and goes on with the rest. */
  synchronized void readOn() {
    start = new byte[0];
    readOn = true;
  }

  /** All of it; null if that is more than so many bytes, or did not arrive, or was read on. */
  synchronized byte @Nullable [] whole(int mostBytes) {
    if (rest != null && !readOn && start.length <= mostBytes) {
      readRest(rest, mostBytes + 1);
    }
    return rest == null && failure == null ? start : null;
  }

  /** Reads until there is no more, or there are so many bytes; nothing of it is lost. */
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
