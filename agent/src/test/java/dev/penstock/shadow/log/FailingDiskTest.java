package dev.penstock.shadow.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.shadow.TrafficComparison;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that full, slow and removed disks do not block threads that write to the log. */
class FailingDiskTest {
  @TempDir Path folder;

  private final LogSample sample = new LogSample();

  @Test
  void countsAndReportsLinesThatAFullDiskRejects() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(
        Files.isWritable(full), "SKIPPED: this system has no /dev/full to be a full disk");
    DivergenceLog log = sample.open(full, "run1");
    for (int i = 0; i < 100; i++) {
      log.offer(LogSample.divergence(i));
    }
    Eventually.holds("the full disk is reported", () -> !sample.logged().isEmpty());
    log.close();
    assertThat(log.isRunning()).isFalse();
    assertThat(log.lost()).isEqualTo(100);
    assertThat(sample.logged())
        .isEqualTo(
            "penstock: warning: cannot write the divergence log /dev/full: No space left on device;"
                + " retrying every 3 s (1 so far)\n");
  }

  @Test
  void continuesWhenTheDirectoryIsBack() throws Exception {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Path file = inside.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.minute(LogSample.MINUTE, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      Eventually.holds(
          "a minute is written",
          () -> Files.exists(file) && Files.readString(file).contains("\"minute\""));
      Path away = folder.resolve("away");
      Files.move(inside, away);
      log.minute(LogSample.MINUTE + 1, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      Eventually.holds("the missing folder is reported", () -> !sample.logged().isEmpty());
      Files.createDirectory(inside);
      Eventually.holds(
          "the log is written again",
          () -> Files.exists(file) && Files.readString(file).contains("\"watched_minutes\":1,"));
    }
    assertThat(sample.logged())
        .contains("x.jsonl: NoSuchFileException; retrying every 3 s (1 so far)");
  }

  @Test
  @Timeout(60)
  void doesNotBlockCallersWhileWritingHangs() throws Exception {
    Path pipe = pipe();
    DivergenceLog log = sample.open(pipe, "run1");
    long accepted = 0;
    for (int i = 0; i < 1_000_000; i++) {
      accepted += log.offer(LogSample.divergence(i)) ? 1 : 0;
    }
    assertThat(log.lost()).isEqualTo(1_000_000 - accepted);
    assertThat(accepted)
        .isBetween((long) WriteBacklog.MAX_DIVERGENCES, 2L * WriteBacklog.MAX_DIVERGENCES);
    for (int i = 0; i < 100_000; i++) {
      log.minute(LogSample.MINUTE + i, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
    }
    log.close(/* timeoutMillis= */ 50);
    assertThat(log.offer(LogSample.divergence(0))).isFalse();
  }

  @Test
  @Timeout(60)
  void losesNoMinuteWhileWritingHangs() throws Exception {
    Path pipe = pipe();
    try (DivergenceLog log = sample.open(pipe, "run1")) {
      for (int i = 0; i < 5_000; i++) {
        log.offer(LogSample.divergence(i));
      }
      for (int i = 0; i < 1_000; i++) {
        log.minute(LogSample.MINUTE + i, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      }
      readUntil(pipe, "\"watched_minutes\":1000,\"inbound\":{\"counts\":[1000,0,0,0]");
      assertThat(log.lost()).isZero();
    }
  }

  private static void readUntil(Path pipe, String text) throws IOException {
    try (FileInputStream content = new FileInputStream(pipe.toFile())) {
      StringBuilder seen = new StringBuilder();
      byte[] some = new byte[65_536];
      while (seen.indexOf(text) < 0) {
        seen.append(new String(some, 0, content.read(some), StandardCharsets.UTF_8));
      }
    }
  }

  private Path pipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    boolean made;
    try {
      Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
      made = mkfifo.waitFor(10, TimeUnit.SECONDS) && mkfifo.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      made = false;
    }
    Assumptions.assumeTrue(made, "SKIPPED: this system has no mkfifo to make a disk that hangs");
    return pipe;
  }
}
