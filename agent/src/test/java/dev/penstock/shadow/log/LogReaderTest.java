package dev.penstock.shadow.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.http.Direction;
import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
  private static final long MINUTE_MICROS = 60_000_000;

  @TempDir Path folder;

  private final LogSample sample = new LogSample();

  @Test
  void readsEverythingThatWasWritten() throws IOException {
    CountedClient ann = new CountedClient("api", "a0a0a0a0a0a0a0a0", 9, 1);
    CountedClient bob = new CountedClient("api", "b0b0b0b0b0b0b0b0", 1, 0);
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.clients(LogSample.affected(List.of(ann), List.of()), TrafficComparison.NONE);
      log.minute(LogSample.MINUTE, LogSample.inbound(90, 1, 7, 2), TrafficComparison.NONE);
      log.minute(
          LogSample.MINUTE + 1,
          LogSample.inbound(10, 0, 3, 0),
          LogSample.traffic(
              "stripe", new AgreementCounts(5, 0, 0, 0), new CandidateWaits(3, 4_000, 2_500)));
      log.clients(LogSample.affected(List.of(ann), List.of(bob)), TrafficComparison.NONE);
      log.offer(LogSample.divergence(0));
    }
    AgreementCounts both = new AgreementCounts(100, 1, 10, 2);
    LogContent content = LogReader.read(List.of(file));
    assertThat(content.brokenLines()).isZero();
    assertThat(content.runs()).isEqualTo(1);
    assertThat(content.result())
        .isEqualTo(
            new ComparisonResult(
                "next.yaml",
                CutoverCriteria.DEFAULT,
                2 * MINUTE_MICROS,
                new TrafficComparison(
                    both,
                    2,
                    List.of(
                        new RuleCounts(
                            "api",
                            "100/min by ip, fixed-window",
                            "100/min by ip, sliding-window",
                            both)),
                    List.of(
                        new MinuteCounts(LogSample.MINUTE, new AgreementCounts(90, 1, 7, 2)),
                        new MinuteCounts(LogSample.MINUTE + 1, new AgreementCounts(10, 0, 3, 0))),
                    List.of(ann),
                    List.of(bob),
                    CandidateWaits.NONE),
                new TrafficComparison(
                    new AgreementCounts(5, 0, 0, 0),
                    1,
                    List.of(
                        new RuleCounts(
                            "stripe", null, "25/s, leaky-bucket", new AgreementCounts(5, 0, 0, 0))),
                    List.of(
                        new MinuteCounts(LogSample.MINUTE, AgreementCounts.NONE),
                        new MinuteCounts(LogSample.MINUTE + 1, new AgreementCounts(5, 0, 0, 0))),
                    List.of(),
                    List.of(),
                    new CandidateWaits(3, 4_000, 2_500)),
                /* lostLines= */ 0));
  }

  @Test
  void countsAllCallsAfterTheOldestFilesAreDeleted() throws Exception {
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log =
        sample.open(LogSample.settings(file, 3_000, 2), LogSample.header("run1"))) {
      for (int i = 0; i < 100; i++) {
        int minute = i;
        log.minute(LogSample.MINUTE + i, LogSample.inbound(10, 1, 2, 3), TrafficComparison.NONE);
        Eventually.holds(
            "minute " + i + " is written",
            () ->
                Files.exists(file)
                    && Files.readString(file)
                        .contains("\"t\":" + (LogSample.MINUTE + minute) * 60_000 + ","));
      }
    }
    assertThat(Files.readString(folder.resolve("x.jsonl.2"))).contains("\"type\":\"total\"");
    for (List<Path> named :
        List.of(
            List.of(file),
            List.of(file, folder.resolve("x.jsonl.1"), folder.resolve("x.jsonl.2")),
            List.of(folder.resolve("x.jsonl.1"), file))) {
      ComparisonResult result = result(LogReader.read(named));
      assertThat(result.inbound().counts()).isEqualTo(new AgreementCounts(1_000, 100, 200, 300));
      assertThat(result.watchedMicros()).isEqualTo(100 * MINUTE_MICROS);
      assertThat(result.inbound().minutes()).hasSizeLessThan(90);
    }
    Files.delete(folder.resolve("x.jsonl.1"));
    Files.delete(folder.resolve("x.jsonl.2"));
    ComparisonResult rest = result(LogReader.read(List.of(file)));
    assertThat(rest.inbound().counts()).isEqualTo(new AgreementCounts(1_000, 100, 200, 300));
    assertThat(rest.watchedMicros()).isEqualTo(100 * MINUTE_MICROS);
  }

  @Test
  void readsCompressedFilesEvenIfTheyAreTruncated() throws Exception {
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", LogSample.SALT, 0, 10);
    byte[] plain = Files.readAllBytes(file);
    Path compressed = folder.resolve("x.jsonl.1.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write(plain);
    }
    Files.delete(file);
    assertThat(result(LogReader.read(List.of(file))).inbound().counts().total()).isEqualTo(100);
    byte[] whole = Files.readAllBytes(compressed);
    Files.write(compressed, Arrays.copyOf(whole, whole.length - 20));
    assertThat(LogReader.read(List.of(file)).brokenLines()).isPositive();
  }

  @Test
  void sumsUpSeveralInstancesAndRestarts() throws Exception {
    Path first = folder.resolve("a.jsonl");
    Path second = folder.resolve("b.jsonl");
    write(first, "run1", "c0", LogSample.SALT, 0, 10);
    write(first, "run2", "c0", LogSample.SALT, 20, 10);
    write(second, "run3", "c0", "ff".repeat(16), 5, 10);
    LogContent content = LogReader.read(List.of(first, second));
    assertThat(content.runs()).isEqualTo(3);
    assertThat(result(content).inbound().counts().total()).isEqualTo(300);
    assertThat(result(content).watchedMicros()).isEqualTo(25 * MINUTE_MICROS);
    assertThat(result(content).inbound().newlyRejected())
        .containsExactly(
            new CountedClient("api", "a0a0a0a0a0a0a0a0", 14, 2),
            new CountedClient("api", "a0a0a0a0a0a0a0a0", 7, 1));
  }

  @Test
  void reportsTheComparisonThatWasStartedLast() throws Exception {
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", LogSample.SALT, 0, 10);
    write(file, "run2", "c1", LogSample.SALT, 20, 5);
    LogContent content = LogReader.read(List.of(file));
    assertThat(result(content).inbound().counts().total()).isEqualTo(50);
    assertThat(content.earlierCandidates()).containsExactly("next.yaml");
  }

  @Test
  void findsAClientByItsKeyForEverySalt() throws Exception {
    String salt = "ab".repeat(16);
    String id = ClientId.withSecret("hush").of("user=42");
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", null, List.of(new CountedClient("api", id, 7, 1)));
    write(file, "run2", "c0", null, List.of(new CountedClient("api", id, 5, 0)));
    String salted = ClientId.withSalt(salt).of("user=42");
    write(file, "run3", "c0", salt, List.of(new CountedClient("api", salted, 10, 0)));
    LogContent content = LogReader.read(List.of(file));

    assertThat(content.lookup("user=42", ClientId.withSecret("hush")))
        .isEqualTo(
            new ClientLookup(
                "user=42",
                Set.of(id, salted),
                List.of(new ClientSighting(Direction.INBOUND, true, "api", id, 22, 1)),
                /* listed= */ 3,
                /* atMostUnlisted= */ 0,
                /* hidden= */ 0));
    assertThat(content.lookup("user=42", null).hidden()).isEqualTo(2);
    // Ten calls diverge in each run. Those not counted for certain may belong to this client.
    ClientLookup unlisted = content.lookup("user=43", ClientId.withSecret("hush"));
    assertThat(unlisted.sightings()).isEmpty();
    assertThat(unlisted.atMostUnlisted()).isEqualTo(4 + 5 + 0);
  }

  @Test
  void reportsAMissingFile() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LogReader.read(List.of(folder.resolve("none.jsonl"))));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> LogReader.read(List.of(folder)));
  }

  static ComparisonResult result(LogContent content) {
    return Objects.requireNonNull(content.result());
  }

  private void write(
      Path file, String run, String comparison, @Nullable String salt, int from, int minutes) {
    try (DivergenceLog log =
        sample.open(LogSample.settings(file), LogSample.header(run, comparison, salt))) {
      for (int i = from; i < from + minutes; i++) {
        log.minute(LogSample.MINUTE + i, LogSample.inbound(8, 0, 1, 1), TrafficComparison.NONE);
      }
      log.clients(
          LogSample.affected(
              List.of(new CountedClient("api", "a0a0a0a0a0a0a0a0", 7, 1)), List.of()),
          TrafficComparison.NONE);
    }
  }

  private void write(
      Path file,
      String run,
      String comparison,
      @Nullable String salt,
      List<CountedClient> clients) {
    try (DivergenceLog log =
        sample.open(LogSample.settings(file), LogSample.header(run, comparison, salt))) {
      log.minute(LogSample.MINUTE, LogSample.inbound(0, 0, 10, 0), TrafficComparison.NONE);
      log.clients(LogSample.affected(clients, List.of()), TrafficComparison.NONE);
    }
  }
}
