package dev.penstock.shadow.log;

import java.util.List;
import java.util.Set;

/**
 * What a log knows of one client.
 *
 * @param key the client as it was asked for, such as {@code user=42}
 * @param ids what the log calls it: one for each salt
 * @param sightings where it is among those most affected
 * @param listed how many are listed as most affected, in all
 * @param atMostUnlisted how many more of its calls may diverge without being listed
 * @param hidden how many runs hash their clients with a secret that nobody has told
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
