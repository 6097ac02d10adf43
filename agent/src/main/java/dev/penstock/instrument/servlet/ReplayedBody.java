package dev.penstock.instrument.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The body of a {@link ReplayedRequest}, beside which it lives. */
final class ReplayedBody extends ServletInputStream {
  /*
   * Gives the start that was read for a rule, and then what the container's own stream gives. A
   * listener is told of the start from here; when that is read it is handed over to the container,
   * which goes on telling it of the rest. Not before: the container would not know of the start, and
   * could tell it on another thread at the same time.
   */
  private final ReplayedRequest request;
  private final BegunBody body;
  private final byte[] start;
  private final @Nullable ServletInputStream rest;
  private @Nullable ReadListener listener;
  private boolean telling;
  private boolean told;
  private boolean handedOver;
  private int at;

  ReplayedBody(ReplayedRequest request, BegunBody body) {
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
    boolean lastRead;
    synchronized (this) {
      count = Math.min(length, start.length - at);
      System.arraycopy(start, at, into, from, count);
      at += count;
      lastRead = count > 0 && rest == null && isFinished() && listener != null && !telling;
    }
    if (lastRead) {
      later(this::tellEnd);
    }
    return count == 0 ? readOn(into, from, length) : count;
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
    return left() == 0 && (rest == null ? body.failure() == null : rest.isFinished());
  }

  /** False between the start and the rest: that is what a container has to hear to tell of it. */
  @Override
  public boolean isReady() {
    if (left() > 0 || rest == null) {
      return true;
    }
    boolean others;
    boolean own;
    synchronized (this) {
      others = handedOver;
      own = telling;
    }
    if (!others && !own) {
      handOver();
    }
    return others && rest.isReady();
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
    } else if (left() == 0) {
      handOver();
    }
  }

  /** After an error a listener hears nothing more. */
  private void fail(ReadListener toTell, Throwable error) {
    synchronized (this) {
      told = true;
      handedOver = true;
    }
    toTell.onError(error);
  }

  /** From here on the container tells the listener, unless there is nothing left to tell of. */
  private void handOver() {
    ReadListener toTell;
    synchronized (this) {
      toTell = handedOver ? null : listener;
      handedOver = true;
    }
    if (toTell == null || rest == null) {
      return;
    }
    if (rest.isFinished()) {
      tellEnd();
      return;
    }
    body.readOn();
    try {
      rest.setReadListener(toTell);
    } catch (IllegalStateException completed) {
      // Nobody waits for it any more.
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
