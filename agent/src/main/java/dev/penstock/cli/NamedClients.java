package dev.penstock.cli;

import dev.penstock.shadow.Client;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.Traffic;
import java.util.List;
import java.util.Map;

/** Puts the keys of clients that are known beside their hashes. */
final class NamedClients {
  private final Map<String, String> keyById;

  NamedClients(Map<String, String> keyById) {
    this.keyById = Map.copyOf(keyById);
  }

  /** The same findings, with the clients that are known by name. */
  Findings named(Findings findings) {
    return new Findings(
        findings.candidate(),
        findings.terms(),
        findings.watchedMicros(),
        named(findings.inbound()),
        named(findings.outbound()),
        findings.lostLines(),
        findings.excluded());
  }

  private Traffic named(Traffic traffic) {
    return new Traffic(
        traffic.counts(),
        traffic.unjudged(),
        traffic.rules(),
        traffic.minutes(),
        named(traffic.newlyRejected()),
        named(traffic.newlyAdmitted()),
        traffic.waits());
  }

  List<Client> named(List<Client> clients) {
    return clients.stream()
        .map(
            client ->
                new Client(client.rule(), named(client.id()), client.count(), client.tooMany()))
        .toList();
  }

  private String named(String id) {
    String key = keyById.get(id);
    return key == null || key.equals(id) ? id : key + " (" + id + ")";
  }
}
