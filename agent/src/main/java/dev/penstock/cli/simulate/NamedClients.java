package dev.penstock.cli.simulate;

import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import java.util.Map;

/** Puts the keys of clients that are known beside their hashes. */
final class NamedClients {
  private final Map<String, String> keyById;

  NamedClients(Map<String, String> keyById) {
    this.keyById = Map.copyOf(keyById);
  }

  /** The same findings, with the clients that are known by name. */
  ComparisonResult named(ComparisonResult findings) {
    return new ComparisonResult(
        findings.candidate(),
        findings.terms(),
        findings.watchedMicros(),
        named(findings.inbound()),
        named(findings.outbound()),
        findings.lostLines(),
        findings.excluded());
  }

  private TrafficComparison named(TrafficComparison traffic) {
    return new TrafficComparison(
        traffic.counts(),
        traffic.unjudged(),
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
