package dev.penstock.divergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.call.Direction;
import dev.penstock.rule.CutoverTerms;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Waits;
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

  private final Sample sample = new Sample();

  @Test
  void readsBackAllThatWasWritten() throws IOException {
    Client ann = new Client("api", "a0a0a0a0a0a0a0a0", 9, 1);
    Client bob = new Client("api", "b0b0b0b0b0b0b0b0", 1, 0);
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(file, "run1")) {
      log.clients(Sample.affected(List.of(ann), List.of()), Traffic.NONE);
      log.minute(Sample.MINUTE, Sample.inbound(90, 1, 7, 2), Traffic.NONE);
      log.minute(
          Sample.MINUTE + 1,
          Sample.inbound(10, 0, 3, 0),
          Sample.traffic("stripe", new Counts(5, 0, 0, 0), new Waits(3, 4_000, 2_500)));
      log.clients(Sample.affected(List.of(ann), List.of(bob)), Traffic.NONE);
      log.offer(Sample.divergence(0));
    }
    Counts both = new Counts(100, 1, 10, 2);
    LogReading reading = LogReader.read(List.of(file));
    assertThat(reading.brokenLines()).isZero();
    assertThat(reading.runs()).isEqualTo(1);
    assertThat(reading.findings())
        .isEqualTo(
            new Findings(
                "next.yaml",
                CutoverTerms.USUAL,
                2 * MINUTE_MICROS,
                new Traffic(
                    both,
                    2,
                    List.of(
                        new RuleCounts(
                            "api",
                            "100/min by ip, fixed-window",
                            "100/min by ip, sliding-window",
                            both)),
                    List.of(
                        new MinuteCounts(Sample.MINUTE, new Counts(90, 1, 7, 2)),
                        new MinuteCounts(Sample.MINUTE + 1, new Counts(10, 0, 3, 0))),
                    List.of(ann),
                    List.of(bob),
                    Waits.NONE),
                new Traffic(
                    new Counts(5, 0, 0, 0),
                    1,
                    List.of(
                        new RuleCounts(
                            "stripe", null, "25/s, leaky-bucket", new Counts(5, 0, 0, 0))),
                    List.of(
                        new MinuteCounts(Sample.MINUTE, Counts.NONE),
                        new MinuteCounts(Sample.MINUTE + 1, new Counts(5, 0, 0, 0))),
                    List.of(),
                    List.of(),
                    new Waits(3, 4_000, 2_500)),
                /* lostLines= */ 0));
  }

  @Test
  void missesNoCountWhenTheOldestFilesAreGone() throws Exception {
    Path file = folder.resolve("x.jsonl");
    try (DivergenceLog log = sample.open(Sample.settings(file, 3_000, 2), Sample.header("run1"))) {
      for (int i = 0; i < 100; i++) {
        int minute = i;
        log.minute(Sample.MINUTE + i, Sample.inbound(10, 1, 2, 3), Traffic.NONE);
        Eventually.holds(
            "minute " + i + " is written",
            () ->
                Files.exists(file)
                    && Files.readString(file)
                        .contains("\"t\":" + (Sample.MINUTE + minute) * 60_000 + ","));
      }
    }
    assertThat(Files.readString(folder.resolve("x.jsonl.2"))).contains("\"type\":\"total\"");
    for (List<Path> named :
        List.of(
            List.of(file),
            List.of(file, folder.resolve("x.jsonl.1"), folder.resolve("x.jsonl.2")),
            List.of(folder.resolve("x.jsonl.1"), file))) {
      Findings findings = findings(LogReader.read(named));
      assertThat(findings.inbound().counts()).isEqualTo(new Counts(1_000, 100, 200, 300));
      assertThat(findings.watchedMicros()).isEqualTo(100 * MINUTE_MICROS);
      assertThat(findings.inbound().minutes()).hasSizeLessThan(90);
    }
    Files.delete(folder.resolve("x.jsonl.1"));
    Files.delete(folder.resolve("x.jsonl.2"));
    Findings rest = findings(LogReader.read(List.of(file)));
    assertThat(rest.inbound().counts()).isEqualTo(new Counts(1_000, 100, 200, 300));
    assertThat(rest.watchedMicros()).isEqualTo(100 * MINUTE_MICROS);
  }

  @Test
  void readsCompressedFilesTooAndWhatIsLeftOfThem() throws Exception {
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", Sample.SALT, 0, 10);
    byte[] plain = Files.readAllBytes(file);
    Path compressed = folder.resolve("x.jsonl.1.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write(plain);
    }
    Files.delete(file);
    assertThat(findings(LogReader.read(List.of(file))).inbound().counts().total()).isEqualTo(100);
    byte[] whole = Files.readAllBytes(compressed);
    Files.write(compressed, Arrays.copyOf(whole, whole.length - 20));
    assertThat(LogReader.read(List.of(file)).brokenLines()).isPositive();
  }

  @Test
  void addsUpSeveralInstancesAndRestarts() throws Exception {
    Path first = folder.resolve("a.jsonl");
    Path second = folder.resolve("b.jsonl");
    write(first, "run1", "c0", Sample.SALT, 0, 10);
    write(first, "run2", "c0", Sample.SALT, 20, 10);
    write(second, "run3", "c0", "ff".repeat(16), 5, 10);
    LogReading reading = LogReader.read(List.of(first, second));
    assertThat(reading.runs()).isEqualTo(3);
    assertThat(findings(reading).inbound().counts().total()).isEqualTo(300);
    assertThat(findings(reading).watchedMicros()).isEqualTo(25 * MINUTE_MICROS);
    assertThat(findings(reading).inbound().newlyRejected())
        .containsExactly(
            new Client("api", "a0a0a0a0a0a0a0a0", 14, 2),
            new Client("api", "a0a0a0a0a0a0a0a0", 7, 1));
  }

  @Test
  void reportsTheComparisonThatWasStartedLast() throws Exception {
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", Sample.SALT, 0, 10);
    write(file, "run2", "c1", Sample.SALT, 20, 5);
    LogReading reading = LogReader.read(List.of(file));
    assertThat(findings(reading).inbound().counts().total()).isEqualTo(50);
    assertThat(reading.earlier()).containsExactly("next.yaml");
  }

  @Test
  void findsAClientByItsKeyUnderEverySalt() throws Exception {
    String salt = "ab".repeat(16);
    String id = ClientId.withSecret("hush").of("user=42");
    Path file = folder.resolve("x.jsonl");
    write(file, "run1", "c0", null, List.of(new Client("api", id, 7, 1)));
    write(file, "run2", "c0", null, List.of(new Client("api", id, 5, 0)));
    String salted = ClientId.withSalt(salt).of("user=42");
    write(file, "run3", "c0", salt, List.of(new Client("api", salted, 10, 0)));
    LogReading reading = LogReader.read(List.of(file));

    assertThat(reading.lookup("user=42", ClientId.withSecret("hush")))
        .isEqualTo(
            new Lookup(
                "user=42",
                Set.of(id, salted),
                List.of(new Sighting(Direction.INBOUND, true, "api", id, 22, 1)),
                /* listed= */ 3,
                /* atMostUnlisted= */ 0,
                /* hidden= */ 0));
    assertThat(reading.lookup("user=42", null).hidden()).isEqualTo(2);
    // Ten calls diverge in each run; what the one listed there has not for sure may be anybody's.
    Lookup nobody = reading.lookup("user=43", ClientId.withSecret("hush"));
    assertThat(nobody.sightings()).isEmpty();
    assertThat(nobody.atMostUnlisted()).isEqualTo(4 + 5 + 0);
  }

  @Test
  void saysThatAFileIsNotThere() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LogReader.read(List.of(folder.resolve("none.jsonl"))));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> LogReader.read(List.of(folder)));
  }

  static Findings findings(LogReading reading) {
    return Objects.requireNonNull(reading.findings());
  }

  private void write(
      Path file, String run, String comparison, @Nullable String salt, int from, int minutes) {
    try (DivergenceLog log =
        sample.open(Sample.settings(file), Sample.header(run, comparison, salt))) {
      for (int i = from; i < from + minutes; i++) {
        log.minute(Sample.MINUTE + i, Sample.inbound(8, 0, 1, 1), Traffic.NONE);
      }
      log.clients(
          Sample.affected(List.of(new Client("api", "a0a0a0a0a0a0a0a0", 7, 1)), List.of()),
          Traffic.NONE);
    }
  }

  private void write(
      Path file, String run, String comparison, @Nullable String salt, List<Client> clients) {
    try (DivergenceLog log =
        sample.open(Sample.settings(file), Sample.header(run, comparison, salt))) {
      log.minute(Sample.MINUTE, Sample.inbound(0, 0, 10, 0), Traffic.NONE);
      log.clients(Sample.affected(clients, List.of()), Traffic.NONE);
    }
  }
}
