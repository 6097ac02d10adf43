package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of a log about one run, up to the line that was read last. */
final class ReadRun {
  /** The key of the client hashes; null if it is derived from a secret. */
  final @Nullable String salt;

  private RunTotals totals = new RunTotals();
  private TrafficComparison inboundClients = TrafficComparison.NONE;
  private TrafficComparison outboundClients = TrafficComparison.NONE;
  private ExcludedTime excluded = ExcludedTime.NONE;
  private long lost;

  ReadRun(@Nullable String salt) {
    this.salt = salt;
  }

  void minute(long minute, TrafficComparison inbound, TrafficComparison outbound) {
    totals.add(minute, inbound, outbound);
  }

  void total(RunTotals all) {
    totals = all;
  }

  void clients(TrafficComparison inbound, TrafficComparison outbound) {
    inboundClients = inbound;
    outboundClients = outbound;
  }

  void excluded(ExcludedTime newExcluded) {
    excluded = newExcluded;
  }

  ExcludedTime excluded() {
    return excluded;
  }

  void lost(long lines) {
    lost = Math.max(lost, lines);
  }

  long lost() {
    return lost;
  }

  RunTotals totals() {
    return totals;
  }

  TrafficComparison clients(Direction direction) {
    return direction == Direction.INBOUND ? inboundClients : outboundClients;
  }

  /** The entries of the client with this id. */
  List<ClientSighting> find(String id) {
    List<ClientSighting> found = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      find(id, direction, /* newlyRejected= */ true, found);
      find(id, direction, /* newlyRejected= */ false, found);
    }
    return found;
  }

  private void find(
      String id, Direction direction, boolean newlyRejected, List<ClientSighting> found) {
    for (CountedClient client : listed(direction, newlyRejected)) {
      if (client.id().equals(id)) {
        found.add(
            new ClientSighting(
                direction, newlyRejected, client.rule(), id, client.count(), client.tooMany()));
      }
    }
  }

  /** How many calls of a client may diverge besides those in the entries {@code found}. */
  long atMostUnlisted(List<ClientSighting> found) {
    long most = 0;
    for (Direction direction : Direction.values()) {
      most += atMostUnlisted(direction, /* newlyRejected= */ true, found);
      most += atMostUnlisted(direction, /* newlyRejected= */ false, found);
    }
    return most;
  }

  /*
   * A client that is not in a list has, for each rule, at most as many diverging calls as the last
   * entry. All clients that are not in the list share what the entries leave of the exact count.
   */
  private long atMostUnlisted(
      Direction direction, boolean newlyRejected, List<ClientSighting> found) {
    List<CountedClient> listed = listed(direction, newlyRejected);
    AgreementCounts counts = totals.of(direction).counts();
    long left = newlyRejected ? counts.onlyCandidateRejects() : counts.onlyEnforcedRejects();
    long least = listed.isEmpty() ? left : Long.MAX_VALUE;
    for (CountedClient client : listed) {
      left -= client.count() - client.tooMany();
      least = Math.min(least, client.count());
    }
    long seen =
        found.stream()
            .filter(each -> each.direction() == direction && each.newlyRejected() == newlyRejected)
            .count();
    long rules = Math.max(1, totals.of(direction).toTraffic().rules().size());
    return Math.max(0, Math.min(left, Math.max(0, rules - seen) * least));
  }

  int listed() {
    int all = 0;
    for (Direction direction : Direction.values()) {
      all += listed(direction, true).size() + listed(direction, false).size();
    }
    return all;
  }

  private List<CountedClient> listed(Direction direction, boolean newlyRejected) {
    TrafficComparison clients = clients(direction);
    return newlyRejected ? clients.newlyRejected() : clients.newlyAdmitted();
  }
}
