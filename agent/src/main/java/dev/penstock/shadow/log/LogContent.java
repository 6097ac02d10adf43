package dev.penstock.shadow.log;

import dev.penstock.shadow.ComparisonResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was found in logs. */
public final class LogContent {
  private final @Nullable ReadComparison latest;
  private final int files;
  private final long lines;
  private final long brokenLines;
  private final List<String> earlier;

  LogContent(
      @Nullable ReadComparison latest,
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
  public @Nullable ComparisonResult findings() {
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
  public ClientLookup lookup(String key, @Nullable ClientId secret) {
    Set<String> ids = new TreeSet<>();
    Map<List<Object>, ClientSighting> found = new LinkedHashMap<>();
    int listed = 0;
    int hidden = 0;
    long atMostUnlisted = 0;
    for (ReadRun run : latest == null ? List.<ReadRun>of() : latest.runs()) {
      listed += run.listed();
      ClientId hash = hash(run.salt, secret);
      if (hash == null) {
        hidden++;
        continue;
      }
      String id = hash.of(key);
      ids.add(id);
      List<ClientSighting> here = run.find(id);
      atMostUnlisted += run.atMostUnlisted(here);
      for (ClientSighting each : here) {
        found.merge(
            List.of(each.direction(), each.newlyRejected(), each.rule()), each, LogContent::plus);
      }
    }
    return new ClientLookup(
        key, ids, new ArrayList<>(found.values()), listed, atMostUnlisted, hidden);
  }

  /** The key that a run has hashed with; null if it is a secret that was not given. */
  private static @Nullable ClientId hash(@Nullable String salt, @Nullable ClientId secret) {
    if (salt == null || secret == null) {
      return salt == null || salt.equals(ClientId.OF_STORE) ? secret : ClientId.withSalt(salt);
    }
    return salt.equals(ClientId.OF_STORE) ? secret.asOfStore() : ClientId.withSalt(salt);
  }

  private static ClientSighting plus(ClientSighting one, ClientSighting other) {
    return new ClientSighting(
        one.direction(),
        one.newlyRejected(),
        one.rule(),
        one.id(),
        one.count() + other.count(),
        one.tooMany() + other.tooMany());
  }
}
