package dev.penstock.instrument.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The body of a {@link ReplayedRequest}, beside which it lives. */
final class ReplayedBody extends ServletInputStream {
  /*
   * Gives the start that was read for a rule, and then what the container's own stream gives. A
   * listener is told from here, on a thread of the container's that may wait for the rest of a long
   * body. The container cannot be asked to tell it: having read some of the rest ahead, Tomcat takes
   * the body for finished and tells of its end, or of nothing.
   */
  private final ReplayedRequest request;
  private final PartlyReadBody body;
  private final byte[] start;
  private final @Nullable ServletInputStream rest;
  private @Nullable ReadListener listener;
  private boolean telling;
  private boolean told;
  private boolean atEnd;
  private int at;

  ReplayedBody(ReplayedRequest request, PartlyReadBody body) {
    this.request = request;
    this.body = body;
    start = body.start();
    rest = body.rest();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count;
    synchronized (this) {
      count = Math.min(length, start.length - at);
      System.arraycopy(start, at, into, from, count);
      at += count;
    }
    count = count == 0 ? readOn(into, from, length) : count;
    boolean lastRead;
    synchronized (this) {
      atEnd |= count < 0;
      lastRead = listener != null && !telling && !told && isFinished();
    }
    if (lastRead) {
      later(this::tellEnd);
    }
    return count;
  }

  private int readOn(byte[] into, int from, int length) throws IOException {
    if (rest != null) {
      body.readOn();
      return rest.read(into, from, length);
    }
    IOException failure = body.failure();
    if (failure != null) {
      throw failure;
    }
    return -1;
  }

  @Override
  public int available() throws IOException {
    int left = left();
    return left > 0 || rest == null ? left : rest.available();
  }

  private synchronized int left() {
    return start.length - at;
  }

  @Override
  public boolean isFinished() {
    return left() == 0 && (rest == null ? body.failure() == null : hasRestEnded(rest));
  }

  private synchronized boolean hasRestEnded(ServletInputStream in) {
    return atEnd || in.isFinished();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setReadListener(ReadListener newListener) {
    synchronized (this) {
      if (newListener == null) {
        throw new NullPointerException("listener is null");
      }
      if (listener != null || !request.isAsyncStarted()) {
        throw new IllegalStateException("a listener is there already, or nothing is asynchronous");
      }
      listener = newListener;
    }
    later(this::tell);
  }

  /** On a thread of the container, as it does it itself. */
  private void later(Runnable task) {
    try {
      request.getAsyncContext().start(task);
    } catch (IllegalStateException completed) {
      // Nobody waits for it any more.
    }
  }

  private void tell() {
    ReadListener toTell;
    synchronized (this) {
      toTell = listener;
      telling = true;
    }
    if (toTell != null && !isFinished()) {
      try {
        toTell.onDataAvailable();
      } catch (Throwable error) {
        fail(toTell, error);
      }
    }
    synchronized (this) {
      telling = false;
    }
    if (isFinished()) {
      tellEnd();
    }
  }

  /** After an error a listener hears nothing more. */
  private void fail(ReadListener toTell, Throwable error) {
    synchronized (this) {
      told = true;
    }
    toTell.onError(error);
  }

  private void tellEnd() {
    ReadListener toTell;
    synchronized (this) {
      toTell = told ? null : listener;
      told = true;
    }
    if (toTell == null) {
      return;
    }
    try {
      toTell.onAllDataRead();
    } catch (Throwable error) {
      toTell.onError(error);
    }
  }
}
