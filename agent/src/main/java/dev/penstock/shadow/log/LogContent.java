package dev.penstock.shadow.log;

import dev.penstock.shadow.ComparisonResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The content of divergence logs: the latest comparison, and what else was found. */
public final class LogContent {
  private final @Nullable ReadComparison latest;
  private final int files;
  private final long lines;
  private final long brokenLines;
  private final List<String> earlierCandidates;

  LogContent(
      @Nullable ReadComparison latest,
      int files,
      long lines,
      long brokenLines,
      List<String> earlierCandidates) {
    this.latest = latest;
    this.files = files;
    this.lines = lines;
    this.brokenLines = brokenLines;
    this.earlierCandidates = List.copyOf(earlierCandidates);
  }

  /** The result of the comparison that was started last; null without a comparison. */
  public @Nullable ComparisonResult result() {
    return latest == null ? null : latest.result();
  }

  /** The number of runs of that comparison. */
  public int runs() {
    return latest == null ? 0 : latest.runs().size();
  }

  /** The candidates of earlier comparisons, which the result does not include. */
  public List<String> earlierCandidates() {
    return earlierCandidates;
  }

  public int files() {
    return files;
  }

  public long lines() {
    return lines;
  }

  /** How many lines could not be parsed. */
  public long brokenLines() {
    return brokenLines;
  }

  /** Finds a client by its key; runs without a salt need the secret they were hashed with. */
  public ClientLookup lookup(String key, @Nullable ClientId secret) {
    Set<String> ids = new TreeSet<>();
    Map<List<Object>, ClientSighting> found = new LinkedHashMap<>();
    int listed = 0;
    int hidden = 0;
    long atMostUnlisted = 0;
    for (ReadRun run : latest == null ? List.<ReadRun>of() : latest.runs()) {
      listed += run.listed();
      ClientId names = namesOf(run.salt, secret);
      if (names == null) {
        hidden++;
        continue;
      }
      String id = names.of(key);
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

  /** The names of the clients of a run; null if they need a secret that was not given. */
  private static @Nullable ClientId namesOf(@Nullable String salt, @Nullable ClientId secret) {
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
