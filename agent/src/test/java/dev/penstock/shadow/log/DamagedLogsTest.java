package dev.penstock.shadow.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.shadow.TrafficComparison;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reading logs that a crash, an editor or an attacker has damaged. */
class DamagedLogsTest {
  @TempDir Path folder;

  private final LogSample sample = new LogSample();
  private Path file;
  private List<String> good;

  @BeforeEach
  void writeAValidLog() throws IOException {
    file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      for (int i = 0; i < 5; i++) {
        log.minute(LogSample.MINUTE + i, LogSample.inbound(8, 0, 1, 1), TrafficComparison.NONE);
      }
      log.offer(LogSample.divergence(0));
    }
    good = Files.readAllLines(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "[]",
        "null",
        "{}",
        "{\"type\":1}",
        "{\"type\":\"minute\"}",
        "{\"type\":\"minute\",\"t\":0,\"run\":\"unknown\"}",
        "{\"type\":\"minute\",\"t\":-1,\"run\":\"run1\"}",
        "{\"type\":\"minute\",\"t\":1e3,\"run\":\"run1\"}",
        "{\"type\":\"minute\",\"t\":999999999999999,\"run\":\"run1\"}",
        "{\"type\":\"minute\",\"t\":0,\"run\":\"run1\",\"inbound\":{\"counts\":[1,2,3],\"rules\":{}}}",
        "{\"type\":\"minute\",\"t\":0,\"run\":\"run1\",\"inbound\":{\"counts\":[1,2,3,-4],\"rules\":{}}}",
        "{\"type\":\"total\",\"t\":0,\"run\":\"run1\",\"since\":0,\"watched_minutes\":99999999999}",
        "{\"type\":\"clients\",\"t\":0,\"run\":\"run1\",\"inbound\":{\"newly_rejected\":[[1]]}}",
        "{\"type\":\"start\",\"t\":1,\"format\":2}",
        "{\"type\":\"start\",\"t\":1,\"format\":1,\"threshold_percent\":-1}"
      })
  void skipsInvalidLines(String line) throws IOException {
    Files.writeString(file, String.join("\n", good) + "\n" + line + "\n" + good.get(1) + "\n");
    LogContent content = LogReader.read(List.of(file));
    assertThat(content.brokenLines()).isEqualTo(1);
    assertThat(LogReaderTest.result(content).inbound().counts().total()).isEqualTo(60);
  }

  @Test
  void countsAnIncompleteLastLineAsBroken() throws IOException {
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 20));
    assertThat(LogReader.read(List.of(file)).brokenLines()).isEqualTo(1);
  }

  @Test
  void findsNoComparisonWithoutAStartLine() throws IOException {
    Files.write(file, good.subList(1, good.size()));
    LogContent content = LogReader.read(List.of(file));
    assertThat(content.result()).isNull();
    assertThat(content.brokenLines()).isEqualTo(5);
  }

  @Test
  void readsLogsWithRandomDamage() throws IOException {
    Random random = new Random(7);
    String all = String.join("\n", good);
    for (int i = 0; i < Repetitions.of(500, 2_000); i++) {
      StringBuilder changed = new StringBuilder(all);
      for (int edits = 0; edits < 5; edits++) {
        int at = random.nextInt(changed.length());
        changed.setCharAt(at, "{}[]\",:\\u09-.e\n".charAt(random.nextInt(15)));
      }
      Files.writeString(file, changed);
      LogContent content = LogReader.read(List.of(file));
      assertThat(content.brokenLines()).isBetween(0L, content.lines());
    }
  }

  @Test
  void usesBoundedMemory() throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      // Thousands of comparisons, each with a run; a line of 64 MB; minutes over four years.
      for (int i = 0; i < 5_000; i++) {
        out.write(good.get(0).replace("\"c0\"", "\"c" + i + "\"").replace("run1", "run" + i));
        out.newLine();
      }
      for (int i = 0; i < 64; i++) {
        out.write("x".repeat(1 << 20));
      }
      out.newLine();
      for (int i = 0; i < 300_000; i++) {
        out.write(
            good.get(1)
                .replace("run1", "run4999")
                .replace("" + LogSample.T, "" + (LogSample.T + i * 420_000L)));
        out.newLine();
      }
    }
    LogContent content = LogReader.read(List.of(file));
    assertThat(content.brokenLines()).isEqualTo(1);
    assertThat(content.earlierCandidates()).hasSizeBetween(16, 115);
    assertThat(LogReaderTest.result(content).inbound().minutes()).hasSize(100_000);
    assertThat(LogReaderTest.result(content).inbound().counts().total()).isEqualTo(3_000_000);
  }
}
