package dev.penstock.shadow.log;

import java.util.List;
import java.util.Set;

/**
 * What a log contains about one client.
 *
 * @param key the requested client, such as {@code user=42}
 * @param ids the names of the client in the log, one for each salt
 * @param sightings its entries in the lists of most affected clients
 * @param listed how many entries these lists have in total
 * @param atMostUnlisted how many more of its calls may diverge without being listed
 * @param hidden how many runs hash clients with a secret that was not given
 */
public record ClientLookup(
    String key,
    Set<String> ids,
    List<ClientSighting> sightings,
    int listed,
    long atMostUnlisted,
    int hidden) {
  public ClientLookup {
    ids = Set.copyOf(ids);
    sightings = List.copyOf(sightings);
  }
}
