package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.UnreadableFileException;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that reads files for the agent, one at a time. Only this thread may block. */
final class FileReadThread extends Thread {
  private final FileSource source;
  private @Nullable File requested;
  private byte @Nullable [] content;
  private @Nullable UnreadableFileException problem;
  private boolean abandoned;

  FileReadThread(FileSource source) {
    super("penstock-files");
    this.source = source;
    setDaemon(true);
    // The application's loader must not stay reachable from a thread that outlives it.
    setContextClassLoader(null);
  }

  /**
   * Reads a file.
   *
   * @return null on timeout; the thread then ends when the read returns and must not be used again
   */
  synchronized byte @Nullable [] read(File file, long timeoutNanos) throws IOException {
    requested = file;
    content = null;
    problem = null;
    notifyAll();
    awaitEnd(System.nanoTime() + timeoutNanos);
    if (problem != null) {
      throw problem;
    }
    byte[] read = content;
    content = null;
    abandoned = read == null;
    return read;
  }

  private void awaitEnd(long deadlineNanos) throws IOException {
    long left = deadlineNanos - System.nanoTime();
    try {
      while (requested != null && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadlineNanos - System.nanoTime();
      }
    } catch (InterruptedException e) {
      abandoned = true;
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the file was read");
    }
  }

  @Override
  public void run() {
    for (File file = next(); file != null; file = next()) {
      byte[] read = null;
      UnreadableFileException failure = null;
      try {
        read = source.read(file);
      } catch (UnreadableFileException e) {
        failure = e;
      } catch (Throwable e) {
        failure = new UnreadableFileException(UnreadableFileException.Reason.REFUSED, e.toString());
      }
      finish(read, failure);
    }
  }

  private synchronized @Nullable File next() {
    while (requested == null && !abandoned) {
      try {
        wait();
      } catch (InterruptedException ignored) {
        // Penstock never interrupts this thread, so it keeps waiting.
      }
    }
    return abandoned ? null : requested;
  }

  private synchronized void finish(
      byte @Nullable [] read, @Nullable UnreadableFileException failure) {
    content = read;
    problem = failure;
    requested = null;
    notifyAll();
  }
}
