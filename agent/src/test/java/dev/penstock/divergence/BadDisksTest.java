package dev.penstock.divergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.shadow.Traffic;
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

/** Disks that are full, slow or gone: whoever adds to the log goes on. */
class BadDisksTest {
  @TempDir Path folder;

  private final Sample sample = new Sample();

  @Test
  void countsWhatAFullDiskDidNotTakeAndSaysSo() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(
        Files.isWritable(full), "SKIPPED: this system has no /dev/full to be a full disk");
    DivergenceLog log = sample.open(full, "run1");
    for (int i = 0; i < 100; i++) {
      log.offer(Sample.divergence(i));
    }
    Eventually.holds("the full disk is noticed", () -> !sample.said().isEmpty());
    log.close();
    assertThat(log.isRunning()).isFalse();
    assertThat(log.lost()).isEqualTo(100);
    assertThat(sample.said())
        .isEqualTo(
            "penstock: warning: /dev/full cannot be written: No space left on device (1 so far)\n");
  }

  @Test
  void goesOnWhenTheFolderIsBack() throws Exception {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Path file = inside.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.minute(Sample.MINUTE, Sample.inbound(1, 0, 0, 0), Traffic.NONE);
      Eventually.holds(
          "a minute is written",
          () -> Files.exists(file) && Files.readString(file).contains("\"minute\""));
      Path away = folder.resolve("away");
      Files.move(inside, away);
      log.minute(Sample.MINUTE + 1, Sample.inbound(1, 0, 0, 0), Traffic.NONE);
      Eventually.holds("the folder is missed", () -> !sample.said().isEmpty());
      Files.createDirectory(inside);
      Eventually.holds(
          "the log is back",
          () -> Files.exists(file) && Files.readString(file).contains("\"watched_minutes\":1,"));
    }
    assertThat(sample.said()).contains("x.jsonl cannot be written: NoSuchFileException (1 so far)");
  }

  @Test
  @Timeout(60)
  void neverBlocksWhoeverAddsToALogThatHangs() throws Exception {
    Path pipe = pipe();
    DivergenceLog log = sample.open(pipe, "run1");
    long accepted = 0;
    for (int i = 0; i < 1_000_000; i++) {
      accepted += log.offer(Sample.divergence(i)) ? 1 : 0;
    }
    assertThat(log.lost()).isEqualTo(1_000_000 - accepted);
    assertThat(accepted).isBetween((long) Backlog.MOST_DIVERGENCES, 2L * Backlog.MOST_DIVERGENCES);
    for (int i = 0; i < 100_000; i++) {
      log.minute(Sample.MINUTE + i, Sample.inbound(1, 0, 0, 0), Traffic.NONE);
    }
    log.close(/* patienceMillis= */ 50);
    assertThat(log.offer(Sample.divergence(0))).isFalse();
  }

  @Test
  @Timeout(60)
  void missesNoMinuteOfALogThatHung() throws Exception {
    Path pipe = pipe();
    try (DivergenceLog log = sample.open(pipe, "run1")) {
      for (int i = 0; i < 5_000; i++) {
        log.offer(Sample.divergence(i));
      }
      for (int i = 0; i < 1_000; i++) {
        log.minute(Sample.MINUTE + i, Sample.inbound(1, 0, 0, 0), Traffic.NONE);
      }
      readUntil(pipe, "\"watched_minutes\":1000,\"inbound\":{\"counts\":[1000,0,0,0]");
      assertThat(log.lost()).isZero();
    }
  }

  private static void readUntil(Path pipe, String text) throws IOException {
    try (FileInputStream reading = new FileInputStream(pipe.toFile())) {
      StringBuilder seen = new StringBuilder();
      byte[] some = new byte[65_536];
      while (seen.indexOf(text) < 0) {
        seen.append(new String(some, 0, reading.read(some), StandardCharsets.UTF_8));
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
