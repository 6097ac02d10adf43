package dev.penstock.shadow.log;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.ExcludedTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes what waits to the file, a batch at a time, whatever happens to the disk. */
final class LogWriter implements Runnable {
  /*
   * What is written twice or not at all is settled by totals: every file, and everything after an
   * error, starts with the sum of all minutes that were ever taken from the backlog. A reader takes
   * that sum instead of what it has read so far, so it does not matter which lines made it.
   */
  private static final int BATCH_LINES = 1_024;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** After a small batch it waits for more: one write for many lines. */
  private static final long COLLECT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final LogFile file;
  private final LogHeader header;
  private final WriteBacklog backlog;
  private final AgentLog log;
  private final LongSupplier clockMillis;
  private final RunTotals totals = new RunTotals();
  private WriteBacklog.@Nullable Clients clients;
  private @Nullable ExcludedTime excluded;
  private long retryAtNanos = System.nanoTime();

  /** Diverging calls that were taken from the backlog and are not in the file yet. */
  private int inHand;

  private long saidLost;
  private boolean saidTaken;
  private volatile boolean closing;
  private volatile boolean hopeless;

  LogWriter(
      ShadowLogSettings settings,
      LogHeader header,
      WriteBacklog backlog,
      AgentLog log,
      LongSupplier clockMillis) {
    this.file = new LogFile(settings.path(), settings.maxBytes(), settings.keep());
    this.header = header;
    this.backlog = backlog;
    this.log = log;
    this.clockMillis = clockMillis;
  }

  boolean isClosing() {
    return closing;
  }

  /** Writes what is there and ends. */
  void finish() {
    closing = true;
  }

  /** Ends as soon as it can, whatever is left. */
  void giveUp() {
    hopeless = true;
  }

  @Override
  public void run() {
    while (!hopeless && !(closing && backlog.isEmpty())) {
      try {
        work();
      } catch (Throwable error) {
        later(file + " cannot be written", error);
      }
    }
    file.close();
    backlog.lose(leftOver());
  }

  private void work() {
    if (backlog.isEmpty()) {
      backlog.await();
      return;
    }
    long pause = retryAtNanos - System.nanoTime();
    if (pause > 0) {
      // Whoever closes the log does not wait for a disk that has just failed.
      if (closing) {
        hopeless = true;
      }
      pause(pause);
      return;
    }
    boolean more = writeBatch();
    if (!more) {
      pause(COLLECT_NANOS);
    }
  }

  private void pause(long nanos) {
    if (!closing) {
      LockSupport.parkNanos(this, nanos);
    }
    // An interrupt that was not ours would make every pause end at once.
    Thread.interrupted();
  }

  /** True if there may be more to write at once. */
  private boolean writeBatch() {
    try {
      makeReady();
      writeSums();
      boolean more = writeDivergences();
      sayWhatIsLost();
      return more;
    } catch (FileInUseException taken) {
      retryAtNanos = System.nanoTime() + RETRY_NANOS;
      if (!saidTaken) {
        saidTaken = true;
        log.warn(file + " is written by somebody else; this divergence log waits until it is free");
      }
    } catch (IOException e) {
      later(file + " cannot be written: " + words(e), /* error= */ null);
    }
    return false;
  }

  /** Totals are of all minutes that were taken, so a file is begun before more are. */
  private void makeReady() throws IOException {
    if (file.isGone()) {
      file.close();
    }
    if (!file.isOpen()) {
      file.open();
    } else if (file.isFull()) {
      file.rotate();
    } else {
      return;
    }
    saidTaken = false;
    write(head());
    file.endHead();
  }

  private boolean writeDivergences() throws IOException {
    StringBuilder batch = new StringBuilder();
    while (inHand < BATCH_LINES) {
      Divergence next = backlog.nextDivergence();
      if (next == null) {
        break;
      }
      inHand++;
      LogLines.divergence(batch, next);
    }
    write(batch);
    boolean more = inHand == BATCH_LINES;
    inHand = 0;
    return more;
  }

  private void writeSums() throws IOException {
    StringBuilder sums = new StringBuilder();
    long now = clockMillis.getAsLong();
    for (var next = backlog.nextMinute(); next != null; next = backlog.nextMinute()) {
      totals.add(next.minute(), next.inbound(), next.outbound());
      LogLines.minute(sums, header.run(), next, backlog.lost());
    }
    RunTotals later = backlog.takeLaterMinutes();
    if (later != null) {
      totals.addLater(later);
      LogLines.total(sums, now, header.run(), totals, backlog.lost());
    }
    WriteBacklog.Clients latest = backlog.takeClients();
    if (latest != null) {
      clients = latest;
      LogLines.clients(sums, now, header.run(), latest);
    }
    ExcludedTime leftOut = backlog.takeExcluded();
    if (leftOut != null) {
      excluded = leftOut;
      LogLines.excluded(sums, now, header.run(), leftOut);
    }
    write(sums);
  }

  /** What every file starts with, and what is written again after an error. */
  private StringBuilder head() {
    StringBuilder head = new StringBuilder();
    long now = clockMillis.getAsLong();
    LogLines.start(head, now, header);
    if (!totals.isEmpty()) {
      LogLines.total(head, now, header.run(), totals, backlog.lost());
    }
    if (clients != null) {
      LogLines.clients(head, now, header.run(), clients);
    }
    if (excluded != null) {
      LogLines.excluded(head, now, header.run(), excluded);
    }
    return head;
  }

  private void write(StringBuilder lines) throws IOException {
    if (!lines.isEmpty()) {
      file.write(StandardCharsets.UTF_8.encode(lines.toString()));
    }
  }

  private void sayWhatIsLost() {
    long lost = backlog.lost();
    if (lost > saidLost) {
      saidLost = lost;
      log.repeated(
          "divergence log too slow",
          file + " cannot keep up: " + lost + " diverging calls are not in it; counts are complete",
          /* error= */ null);
    }
  }

  private void later(String message, @Nullable Throwable error) {
    file.close();
    backlog.lose(inHand);
    inHand = 0;
    retryAtNanos = System.nanoTime() + RETRY_NANOS;
    if (!hopeless) {
      log.repeated("divergence log", message, error);
    }
  }

  private long leftOver() {
    long left = 0;
    while (backlog.nextDivergence() != null) {
      left++;
    }
    return left;
  }

  private static String words(IOException e) {
    return e.getClass() == IOException.class && e.getMessage() != null
        ? e.getMessage()
        : e.getClass().getSimpleName();
  }
}
