package dev.penstock.instrument.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A body that has arrived in full. Lives beside {@link ReplayedRequest}. */
final class ReplayedBody extends ServletInputStream {
  private final ReplayedRequest request;
  private final byte[] body;
  private final @Nullable IOException failure;
  private @Nullable ReadListener listener;
  private boolean telling;
  private boolean told;
  private int at;

  ReplayedBody(ReplayedRequest request, byte[] body, @Nullable IOException failure) {
    this.request = request;
    this.body = body;
    this.failure = failure;
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
    boolean lastRead;
    synchronized (this) {
      count = Math.min(length, body.length - at);
      System.arraycopy(body, at, into, from, count);
      at += count;
      lastRead = count > 0 && isFinished() && listener != null && !telling;
    }
    if (count == 0 && failure != null) {
      throw failure;
    }
    if (lastRead) {
      later(this::tellEnd);
    }
    return count == 0 ? -1 : count;
  }

  @Override
  public synchronized int available() {
    return body.length - at;
  }

  @Override
  public synchronized boolean isFinished() {
    return at == body.length && failure == null;
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
    ReadListener toTell = listener;
    if (toTell != null && !isFinished()) {
      telling = true;
      try {
        toTell.onDataAvailable();
      } catch (Throwable error) {
        toTell.onError(error);
      }
    }
    boolean finished;
    synchronized (this) {
      telling = false;
      finished = isFinished();
    }
    if (finished) {
      tellEnd();
    }
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
