package dev.penstock.instrument.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The body of a {@link ReplayedRequest}; loaded together with it. */
final class ReplayedBody extends ServletInputStream {
  /*
   * Returns the bytes that were read for a rule, and then those of the container's own stream. It
   * notifies a read listener itself, on a container thread that may block for the rest of a long
   * body. The container cannot do that: Tomcat has read some of the rest ahead, considers the body
   * finished, and reports its end or nothing.
   */
  private final ReplayedRequest request;
  private final PartlyReadBody body;
  private final byte[] start;
  private final @Nullable ServletInputStream rest;
  private @Nullable ReadListener listener;
  private boolean notifying;
  private boolean finalEventSent;
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
    count = count == 0 ? readRest(into, from, length) : count;
    boolean lastRead;
    synchronized (this) {
      atEnd |= count < 0;
      lastRead = listener != null && !notifying && !finalEventSent && isFinished();
    }
    if (lastRead) {
      runOnContainerThread(this::notifyEnd);
    }
    return count;
  }

  private int readRest(byte[] into, int from, int length) throws IOException {
    if (rest != null) {
      body.setReadPastStart();
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
        throw new IllegalStateException(
            "a ReadListener is already set, or the request is not asynchronous");
      }
      listener = newListener;
    }
    runOnContainerThread(this::notifyListener);
  }

  private void runOnContainerThread(Runnable task) {
    try {
      request.getAsyncContext().start(task);
    } catch (IllegalStateException completed) {
      // The application no longer reads this body.
    }
  }

  private void notifyListener() {
    ReadListener target;
    synchronized (this) {
      target = listener;
      notifying = true;
    }
    if (target != null && !isFinished()) {
      try {
        target.onDataAvailable();
      } catch (Throwable error) {
        fail(target, error);
      }
    }
    synchronized (this) {
      notifying = false;
    }
    if (isFinished()) {
      notifyEnd();
    }
  }

  /** Reports an error, which is the last event of a listener. */
  private void fail(ReadListener target, Throwable error) {
    synchronized (this) {
      finalEventSent = true;
    }
    target.onError(error);
  }

  private void notifyEnd() {
    ReadListener target;
    synchronized (this) {
      target = finalEventSent ? null : listener;
      finalEventSent = true;
    }
    if (target == null) {
      return;
    }
    try {
      target.onAllDataRead();
    } catch (Throwable error) {
      target.onError(error);
    }
  }
}
