package dev.penstock.shadow.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DivergenceLogTest {
  @TempDir Path folder;

  private final LogSample sample = new LogSample();

  @Test
  void writesOneJsonObjectPerLine() throws Exception {
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.minute(
          LogSample.MINUTE,
          LogSample.inbound(90, 1, 7, 2),
          LogSample.traffic(
              "stripe", new AgreementCounts(5, 0, 0, 0), new CandidateWaits(3, 4_000, 2_500)));
      log.clients(
          LogSample.affected(
              List.of(new CountedClient("api", "3f9a3f9a3f9a3f9a", 7, 0)), List.of()),
          TrafficComparison.NONE);
      log.offer(LogSample.divergence(5));
    }
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"type":"start","t":1740000000000,"format":1,"penstock":"1.2.3","run":"run1",\
            "comparison":"c0","candidate":"next.yaml","salt":"000102030405060708090a0b0c0d0e0f",\
            "threshold_percent":2.0,"min_requests":1000,"min_duration_ms":86400000,"rules":[\
            {"direction":"inbound","rule":"api","before":"100/min by ip, fixed-window",\
            "after":"100/min by ip, sliding-window"},\
            {"direction":"outbound","rule":"stripe","before":null,"after":"25/s, leaky-bucket"}]}
            {"type":"minute","t":1740000000000,"run":"run1","inbound":{"counts":[90,1,7,2],\
            "unjudged":1,"rules":{"api":[90,1,7,2]}},"outbound":{"counts":[5,0,0,0],"unjudged":1,\
            "rules":{"stripe":[5,0,0,0]},"waits":[3,4000,2500]},"lost":0}
            {"type":"clients","t":1740000000000,"run":"run1","inbound":{"newly_rejected":\
            [["api","3f9a3f9a3f9a3f9a",7,0]],"newly_admitted":[]},\
            "outbound":{"newly_rejected":[],"newly_admitted":[]}}
            {"type":"divergence","t":1740000000005,"direction":"inbound","rule":"api",\
            "client":"3f9a3f9a3f9a3f9a","old":"admitted","new":"rejected",\
            "remaining":{"old":3,"new":0},"retry_after_ms":{"old":0,"new":1200}}
            """);
    assertThat(sample.logged()).isEmpty();
  }

  @Test
  void createsNoFileBeforeTheFirstLine() {
    Path file = folder.resolve("x.jsonl");
    sample.open(file, "run1").close();
    assertThat(file).doesNotExist();
  }

  @Test
  void createsAFileThatOnlyItsOwnerCanRead() throws Exception {
    Path file = folder.resolve("x.jsonl");
    Assumptions.assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("posix"),
        "SKIPPED: this file system has no owners");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.offer(LogSample.divergence(0));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void appendsOnANewLineAfterAnEarlierRun() throws Exception {
    Path file = folder.resolve("x.jsonl");
    Files.writeString(file, "{\"type\":\"minu");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.offer(LogSample.divergence(0));
    }
    assertThat(Files.readAllLines(file))
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.get(0)).isEqualTo("{\"type\":\"minu"))
        .satisfies(lines -> assertThat(lines.get(1)).startsWith("{\"type\":\"start\""));
  }

  @Test
  void startsANewFileWithTheTotals() throws Exception {
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log =
        sample.open(LogSample.settings(file, 2_000, 2), LogSample.header("run1"))) {
      for (int i = 0; i < 60; i++) {
        int minute = i;
        log.minute(LogSample.MINUTE + i, LogSample.inbound(1, 0, 1, 0), TrafficComparison.NONE);
        Eventually.holds(
            "minute " + i + " is written",
            () ->
                Files.exists(file)
                    && Files.readString(file)
                        .contains("\"t\":" + (LogSample.MINUTE + minute) * 60_000 + ","));
      }
    }
    assertThat(folder.resolve("x.jsonl.1")).exists();
    assertThat(folder.resolve("x.jsonl.2")).exists();
    assertThat(folder.resolve("x.jsonl.3")).doesNotExist();
    assertThat(Files.size(folder.resolve("x.jsonl.1"))).isBetween(2_000L, 2_500L);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).startsWith("{\"type\":\"start\"");
    assertThat(lines.get(1))
        .startsWith("{\"type\":\"total\"")
        .contains("\"since\":" + LogSample.T)
        .contains("\"watched_minutes\":" + (60 - (lines.size() - 2)));
  }

  @Test
  void startsANewFileIfTheOldOneIsRemovedOrTruncated() throws Exception {
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.minute(LogSample.MINUTE, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      Eventually.holds("a minute is written", () -> linesOf(file) == 2);
      Files.move(file, folder.resolve("moved"));
      log.minute(LogSample.MINUTE + 1, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      Eventually.holds("start, total and a minute are written", () -> linesOf(file) == 3);
      Files.write(file, new byte[0]);
      log.minute(LogSample.MINUTE + 2, LogSample.inbound(1, 0, 0, 0), TrafficComparison.NONE);
      Eventually.holds("all of that is written again", () -> linesOf(file) == 3);
    }
    assertThat(Files.readString(file)).contains("\"watched_minutes\":2,").doesNotContain("\0");
  }

  @Test
  void waitsUntilAnotherProcessReleasesTheFile() throws Exception {
    Path file = folder.resolve("x.jsonl");
    DivergenceLog first = sample.open(file, "run1");
    first.offer(LogSample.divergence(0));
    Eventually.holds("the first has the file", () -> linesOf(file) == 2);
    try (DivergenceLog second = sample.open(file, "run2")) {
      second.offer(LogSample.divergence(1));
      Eventually.holds("the second process reports the lock", () -> !sample.logged().isEmpty());
      assertThat(linesOf(file)).isEqualTo(2);
      first.close();
      Eventually.holds("the second has written its line", () -> linesOf(file) == 4);
    }
    assertThat(sample.logged().strip())
        .isEqualTo(
            "penstock: warning: another process writes the divergence log "
                + file
                + "; this log is queued and written when the file is free");
  }

  private static int linesOf(Path file) throws Exception {
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }
}
