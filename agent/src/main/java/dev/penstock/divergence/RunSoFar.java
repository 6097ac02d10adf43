package dev.penstock.divergence;

import dev.penstock.call.Direction;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Excluded;
import dev.penstock.shadow.Traffic;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a log has told of one run, up to the line that was read last. */
final class RunSoFar {
  /** What clients are hashed with; null if that is a secret. */
  final @Nullable String salt;

  private RunTotals totals = new RunTotals();
  private Traffic inboundClients = Traffic.NONE;
  private Traffic outboundClients = Traffic.NONE;
  private Excluded excluded = Excluded.NONE;
  private long lost;

  RunSoFar(@Nullable String salt) {
    this.salt = salt;
  }

  void minute(long minute, Traffic inbound, Traffic outbound) {
    totals.add(minute, inbound, outbound);
  }

  void total(RunTotals all) {
    totals = all;
  }

  void clients(Traffic inbound, Traffic outbound) {
    inboundClients = inbound;
    outboundClients = outbound;
  }

  void excluded(Excluded leftOut) {
    excluded = leftOut;
  }

  Excluded excluded() {
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

  Traffic clients(Direction direction) {
    return direction == Direction.INBOUND ? inboundClients : outboundClients;
  }

  /** Where the client of this name is listed. */
  List<Sighting> find(String id) {
    List<Sighting> found = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      find(id, direction, /* newlyRejected= */ true, found);
      find(id, direction, /* newlyRejected= */ false, found);
    }
    return found;
  }

  private void find(String id, Direction direction, boolean newlyRejected, List<Sighting> found) {
    for (Client client : listed(direction, newlyRejected)) {
      if (client.id().equals(id)) {
        found.add(
            new Sighting(
                direction, newlyRejected, client.rule(), id, client.count(), client.tooMany()));
      }
    }
  }

  /** How many calls may diverge of a client that is listed only where {@code found} says. */
  long atMostUnlisted(List<Sighting> found) {
    long most = 0;
    for (Direction direction : Direction.values()) {
      most += atMostUnlisted(direction, /* newlyRejected= */ true, found);
      most += atMostUnlisted(direction, /* newlyRejected= */ false, found);
    }
    return most;
  }

  /*
   * Whoever is not in a list of the most affected is no more affected than the last of the list, for
   * each rule; and all who are not in it have only what the listed leave of the exact count.
   */
  private long atMostUnlisted(Direction direction, boolean newlyRejected, List<Sighting> found) {
    List<Client> listed = listed(direction, newlyRejected);
    Counts counts = totals.of(direction).counts();
    long left = newlyRejected ? counts.onlyNewRejects() : counts.onlyOldRejects();
    long least = listed.isEmpty() ? left : Long.MAX_VALUE;
    for (Client client : listed) {
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

  private List<Client> listed(Direction direction, boolean newlyRejected) {
    Traffic clients = clients(direction);
    return newlyRejected ? clients.newlyRejected() : clients.newlyAdmitted();
  }
}
