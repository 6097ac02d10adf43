package dev.penstock.agent;

import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.RegularFile;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A file system on which reading a file can block, as on a network file system that is away. */
public final class StallingFiles implements FileSource {
  private final Map<File, CountDownLatch> stalled = new ConcurrentHashMap<>();
  private final AtomicInteger blocked = new AtomicInteger();

  public void stall(File file) {
    stalled.put(file, new CountDownLatch(1));
  }

  /** A new file takes the place of the one that stalls; threads that wait for that one stay. */
  public void replace(File file) {
    stalled.remove(file);
  }

  /** The file system answers again. */
  public void recover(File file) {
    CountDownLatch latch = stalled.remove(file);
    if (latch != null) {
      latch.countDown();
    }
  }

  /** How many threads wait for a file. */
  public int blocked() {
    return blocked.get();
  }

  @Override
  public byte[] read(File file) throws IOException {
    CountDownLatch latch = stalled.get(file);
    if (latch != null) {
      blocked.incrementAndGet();
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      } finally {
        blocked.decrementAndGet();
      }
    }
    return RegularFile.read(file);
  }
}
