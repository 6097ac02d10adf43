package dev.penstock.cli.simulate;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.shadow.log.ClientLookup;
import dev.penstock.shadow.log.ClientSighting;
import dev.penstock.shadow.log.LogContent;
import dev.penstock.shadow.report.TextReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clients that {@code report} shows by key, with what the logs contain about them. */
public final class KnownClients {
  private final List<ClientLookup> lookups = new ArrayList<>();
  private final Map<String, String> keys = new HashMap<>();

  public KnownClients(LogContent content, Collection<String> keys, @Nullable ClientId secret) {
    for (String key : keys) {
      ClientLookup lookup = content.lookup(key, secret);
      lookups.add(lookup);
      lookup.ids().forEach(id -> this.keys.put(id, key));
    }
  }

  /** The result with the keys of these clients next to their ids. */
  public ComparisonResult named(ComparisonResult result) {
    return new NamedClients(keys).named(result);
  }

  /** Prints what the logs contain about each client. */
  public void print(PrintStream out) {
    for (ClientLookup lookup : lookups) {
      out.println();
      out.println(lookup.key() + (lookup.ids().isEmpty() ? "" : " is " + ids(lookup)));
      for (ClientSighting sighting : lookup.sightings()) {
        out.println("  " + sightingText(sighting));
      }
      if (!lookup.ids().isEmpty()) {
        out.println("  " + unlistedText(lookup));
      }
      if (lookup.hidden() > 0) {
        out.println(
            "  not searched in "
                + ValidateCommand.count(lookup.hidden(), "run")
                + " with a secret; name its variable with `--secret-env`");
      }
    }
  }

  private static String ids(ClientLookup lookup) {
    return String.join(" or ", lookup.ids().stream().sorted().toList());
  }

  private static String sightingText(ClientSighting sighting) {
    return sighting.direction().word()
        + " `"
        + TextReport.plain(sighting.rule())
        + "`: newly "
        + (sighting.newlyRejected() ? "rejected " : "admitted ")
        + ValidateCommand.count(sighting.count(), "time")
        + (sighting.tooMany() == 0
            ? ""
            : ", up to " + sighting.tooMany() + " of them from other clients");
  }

  private static String unlistedText(ClientLookup lookup) {
    long most = lookup.atMostUnlisted();
    if (lookup.sightings().isEmpty()) {
      return "not among the "
          + lookup.listed()
          + " most affected; "
          + (most == 0 ? "none" : "at most " + most)
          + " of its calls "
          + (most == 1 ? "diverges" : "diverge");
    }
    return most == 0
        ? "none of its other calls diverges"
        : "at most " + most + " more of its calls diverge";
  }
}
