package dev.penstock.cli.simulate;

import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import java.util.Map;

/** Adds the keys of known clients to their ids in a result. */
final class NamedClients {
  private final Map<String, String> keyById;

  NamedClients(Map<String, String> keyById) {
    this.keyById = Map.copyOf(keyById);
  }

  /** The result with the keys of known clients. */
  ComparisonResult named(ComparisonResult result) {
    return new ComparisonResult(
        result.candidate(),
        result.criteria(),
        result.watchedMicros(),
        named(result.inbound()),
        named(result.outbound()),
        result.lostLines(),
        result.excluded());
  }

  private TrafficComparison named(TrafficComparison traffic) {
    return new TrafficComparison(
        traffic.counts(),
        traffic.notCompared(),
        traffic.rules(),
        traffic.minutes(),
        named(traffic.newlyRejected()),
        named(traffic.newlyAdmitted()),
        traffic.waits());
  }

  List<CountedClient> named(List<CountedClient> clients) {
    return clients.stream()
        .map(
            client ->
                new CountedClient(
                    client.rule(), named(client.id()), client.count(), client.tooMany()))
        .toList();
  }

  private String named(String id) {
    String key = keyById.get(id);
    return key == null || key.equals(id) ? id : key + " (" + id + ")";
  }
}
