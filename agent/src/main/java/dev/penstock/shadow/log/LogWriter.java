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

/** The thread that writes the backlog to the file in batches, and retries after disk errors. */
final class LogWriter implements Runnable {
  /*
   * Totals make up for lines that were written twice or not at all: every file, and the part of a
   * file after an error, starts with the sum of all minutes that were taken from the backlog. A
   * reader uses that sum instead of the minutes it has read, so it does not matter which lines were
   * written.
   */
  private static final int BATCH_LINES = 1_024;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** The pause after a small batch, to collect more lines for one write. */
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
  private int unwritten;

  private long reportedLost;
  private boolean reportedInUse;
  private volatile boolean closing;
  private volatile boolean aborted;

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

  /** Ends the thread after it has written the backlog. */
  void finish() {
    closing = true;
  }

  /** Ends the thread as soon as possible, even if the backlog is not empty. */
  void abort() {
    aborted = true;
  }

  @Override
  public void run() {
    while (!aborted && !(closing && backlog.isEmpty())) {
      try {
        step();
      } catch (Throwable error) {
        retryLater("cannot write the divergence log " + file, error);
      }
    }
    file.close();
    backlog.addLost(takeRest());
  }

  private void step() {
    if (backlog.isEmpty()) {
      backlog.await();
      return;
    }
    long pause = retryAtNanos - System.nanoTime();
    if (pause > 0) {
      // close() does not wait for a disk that has just failed.
      if (closing) {
        aborted = true;
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
    // A pending interrupt would end every later pause at once.
    Thread.interrupted();
  }

  /** Writes a batch; true if there may be more to write at once. */
  private boolean writeBatch() {
    try {
      openOrRotate();
      writeSums();
      boolean more = writeDivergences();
      reportLost();
      return more;
    } catch (FileInUseException e) {
      retryAtNanos = System.nanoTime() + RETRY_NANOS;
      if (!reportedInUse) {
        reportedInUse = true;
        log.warn(
            "another process writes the divergence log "
                + file
                + "; this log is queued and written when the file is free");
      }
    } catch (IOException e) {
      retryLater("cannot write the divergence log " + file + ": " + words(e), /* error= */ null);
    }
    return false;
  }

  /** Opens or rotates the file before more minutes are taken, because its header has totals. */
  private void openOrRotate() throws IOException {
    if (file.isReplaced()) {
      file.close();
    }
    if (!file.isOpen()) {
      file.open();
    } else if (file.isFull()) {
      file.rotate();
    } else {
      return;
    }
    reportedInUse = false;
    write(header());
    file.endHeader();
  }

  private boolean writeDivergences() throws IOException {
    StringBuilder batch = new StringBuilder();
    while (unwritten < BATCH_LINES) {
      Divergence next = backlog.nextDivergence();
      if (next == null) {
        break;
      }
      unwritten++;
      LogLines.divergence(batch, next);
    }
    write(batch);
    boolean more = unwritten == BATCH_LINES;
    unwritten = 0;
    return more;
  }

  private void writeSums() throws IOException {
    StringBuilder sums = new StringBuilder();
    long now = clockMillis.getAsLong();
    for (var next = backlog.nextMinute(); next != null; next = backlog.nextMinute()) {
      totals.add(next.minute(), next.inbound(), next.outbound());
      LogLines.minute(sums, header.run(), next, backlog.lost());
    }
    RunTotals overflow = backlog.takeLaterMinutes();
    if (overflow != null) {
      totals.addLater(overflow);
      LogLines.total(sums, now, header.run(), totals, backlog.lost());
    }
    WriteBacklog.Clients latest = backlog.takeClients();
    if (latest != null) {
      clients = latest;
      LogLines.clients(sums, now, header.run(), latest);
    }
    ExcludedTime latestExcluded = backlog.takeExcluded();
    if (latestExcluded != null) {
      excluded = latestExcluded;
      LogLines.excluded(sums, now, header.run(), latestExcluded);
    }
    write(sums);
  }

  /** The first lines of every file, which are also written again after an error. */
  private StringBuilder header() {
    StringBuilder lines = new StringBuilder();
    long now = clockMillis.getAsLong();
    LogLines.start(lines, now, header);
    if (!totals.isEmpty()) {
      LogLines.total(lines, now, header.run(), totals, backlog.lost());
    }
    if (clients != null) {
      LogLines.clients(lines, now, header.run(), clients);
    }
    if (excluded != null) {
      LogLines.excluded(lines, now, header.run(), excluded);
    }
    return lines;
  }

  private void write(StringBuilder lines) throws IOException {
    if (!lines.isEmpty()) {
      file.write(StandardCharsets.UTF_8.encode(lines.toString()));
    }
  }

  private void reportLost() {
    long lost = backlog.lost();
    if (lost > reportedLost) {
      reportedLost = lost;
      log.repeated(
          "divergence log too slow",
          "cannot write the divergence log "
              + file
              + " fast enough: "
              + lost
              + " diverging calls are missing in it; all counts are complete",
          /* error= */ null);
    }
  }

  private void retryLater(String message, @Nullable Throwable error) {
    file.close();
    backlog.addLost(unwritten);
    unwritten = 0;
    retryAtNanos = System.nanoTime() + RETRY_NANOS;
    if (!aborted) {
      log.repeated("divergence log", message + "; retrying every 3 s", error);
    }
  }

  private long takeRest() {
    long rest = 0;
    while (backlog.nextDivergence() != null) {
      rest++;
    }
    return rest;
  }

  private static String words(IOException e) {
    return e.getClass() == IOException.class && e.getMessage() != null
        ? e.getMessage()
        : e.getClass().getSimpleName();
  }
}
