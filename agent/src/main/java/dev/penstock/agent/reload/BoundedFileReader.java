package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.RegularFile;
import dev.penstock.rules.config.text.UnreadableFileException;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads files on a separate thread, so that a file that never responds costs two seconds only. */
public final class BoundedFileReader implements FileSource {
  /*
   * Every call to the file system can block forever: a network file system that is unavailable
   * blocks even the check whether a file exists, and a pipe that takes the file's place between
   * that check and the open blocks the open. Java cannot interrupt such a call, so all of them run
   * on a thread that can be abandoned. There is one such thread. If it stalls, a new one replaces
   * it, and the stalled one ends when the file system responds.
   *
   * A file that has stalled fails at once until the abandoned thread ends, but is tried again after
   * ten seconds, since the path may lead to another file by then. The number of abandoned
   * threads is bounded, per file and in total.
   *
   * The lock is held while a file is read, so only callers that may wait can call this: the start
   * of the JVM, the housekeeping thread, and the thread of a command. See
   * docs/decisions/0027-files-that-stall.md.
   */
  static final long TIMEOUT_NANOS = 2_000_000_000L;
  private static final long RETRY_NANOS = 10_000_000_000L;
  private static final int MOST_STALLED = 8;
  private static final int MOST_STALLED_PER_FILE = 3;

  private final FileSource source;
  private final long timeoutNanos;
  private final LongSupplier nanoClock;
  private final List<Stalled> stalled = new ArrayList<>();
  private @Nullable FileReadThread idle;

  public BoundedFileReader() {
    this(RegularFile::read, TIMEOUT_NANOS, System::nanoTime);
  }

  /**
   * @param source reads a file on the thread that may block
   */
  public BoundedFileReader(FileSource source, long timeoutNanos, LongSupplier nanoClock) {
    this.source = source;
    this.timeoutNanos = timeoutNanos;
    this.nanoClock = nanoClock;
  }

  @Override
  public synchronized byte[] read(File file) throws IOException {
    if (!mayTry(file)) {
      throw stalled();
    }
    FileReadThread reader = idle;
    idle = null;
    if (reader == null) {
      reader = new FileReadThread(source);
      reader.start();
    }
    byte[] content;
    try {
      content = reader.read(file, timeoutNanos);
    } catch (UnreadableFileException failed) {
      idle = reader;
      throw failed;
    }
    if (content == null) {
      stalled.add(new Stalled(reader, file, nanoClock.getAsLong()));
      throw stalled();
    }
    idle = reader;
    return content;
  }

  private boolean mayTry(File file) {
    int sameFile = 0;
    long lastNanos = 0;
    for (int i = stalled.size() - 1; i >= 0; i--) {
      Stalled each = stalled.get(i);
      if (!each.thread().isAlive()) {
        stalled.remove(i);
      } else if (each.file().equals(file)) {
        lastNanos = sameFile == 0 ? each.sinceNanos() : lastNanos;
        sameFile++;
      }
    }
    boolean mayRetry = sameFile == 0 || nanoClock.getAsLong() - lastNanos >= RETRY_NANOS;
    return mayRetry && sameFile < MOST_STALLED_PER_FILE && stalled.size() < MOST_STALLED;
  }

  private UnreadableFileException stalled() {
    return new UnreadableFileException(
        Reason.STALLED,
        "the file system did not respond within "
            + (timeoutNanos / 1_000_000)
            + " ms; the file may be on a network file system that is unavailable");
  }

  private record Stalled(FileReadThread thread, File file, long sinceNanos) {}
}
