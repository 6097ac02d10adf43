package dev.penstock.divergence;

import dev.penstock.shadow.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was found in logs. */
public final class LogReading {
  private final @Nullable ComparisonSoFar latest;
  private final int files;
  private final long lines;
  private final long brokenLines;
  private final List<String> earlier;

  LogReading(
      @Nullable ComparisonSoFar latest,
      int files,
      long lines,
      long brokenLines,
      List<String> earlier) {
    this.latest = latest;
    this.files = files;
    this.lines = lines;
    this.brokenLines = brokenLines;
    this.earlier = List.copyOf(earlier);
  }

  /** What came of the comparison that was started last; null if there is none. */
  public @Nullable Findings findings() {
    return latest == null ? null : latest.findings();
  }

  /** In how many runs of a JVM it was made. */
  public int runs() {
    return latest == null ? 0 : latest.runs().size();
  }

  /** The candidates of comparisons that were started before and are in no number of these. */
  public List<String> earlier() {
    return earlier;
  }

  public int files() {
    return files;
  }

  public long lines() {
    return lines;
  }

  /** How many lines nobody could make sense of. */
  public long brokenLines() {
    return brokenLines;
  }

  /** Looks for a client by its key; the secret is what runs without a salt have hashed with. */
  public Lookup lookup(String key, @Nullable ClientId secret) {
    Set<String> ids = new TreeSet<>();
    Map<List<Object>, Sighting> found = new LinkedHashMap<>();
    int listed = 0;
    int hidden = 0;
    long atMostUnlisted = 0;
    for (RunSoFar run : latest == null ? List.<RunSoFar>of() : latest.runs()) {
      listed += run.listed();
      ClientId hash = hash(run.salt, secret);
      if (hash == null) {
        hidden++;
        continue;
      }
      String id = hash.of(key);
      ids.add(id);
      List<Sighting> here = run.find(id);
      atMostUnlisted += run.atMostUnlisted(here);
      for (Sighting each : here) {
        found.merge(
            List.of(each.direction(), each.newlyRejected(), each.rule()), each, LogReading::plus);
      }
    }
    return new Lookup(key, ids, new ArrayList<>(found.values()), listed, atMostUnlisted, hidden);
  }

  /** The key that a run has hashed with; null if it is a secret that was not given. */
  private static @Nullable ClientId hash(@Nullable String salt, @Nullable ClientId secret) {
    if (salt == null || secret == null) {
      return salt == null || salt.equals(ClientId.OF_STORE) ? secret : ClientId.withSalt(salt);
    }
    return salt.equals(ClientId.OF_STORE) ? secret.asOfStore() : ClientId.withSalt(salt);
  }

  private static Sighting plus(Sighting one, Sighting other) {
    return new Sighting(
        one.direction(),
        one.newlyRejected(),
        one.rule(),
        one.id(),
        one.count() + other.count(),
        one.tooMany() + other.tooMany());
  }
}
