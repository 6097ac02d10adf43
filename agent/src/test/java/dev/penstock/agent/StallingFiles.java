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

/** A fake file system on which reads can block, like an unavailable network file system. */
public final class StallingFiles implements FileSource {
  private final Map<File, CountDownLatch> stalled = new ConcurrentHashMap<>();
  private final AtomicInteger blocked = new AtomicInteger();

  public void stall(File file) {
    stalled.put(file, new CountDownLatch(1));
  }

  /** Replaces a stalled file by a new one; threads that read the old one stay blocked. */
  public void replace(File file) {
    stalled.remove(file);
  }

  /** Ends the stall of this file. */
  public void recover(File file) {
    CountDownLatch latch = stalled.remove(file);
    if (latch != null) {
      latch.countDown();
    }
  }

  /** The number of threads that are blocked by a stalled file. */
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
