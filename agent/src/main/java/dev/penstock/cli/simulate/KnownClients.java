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

/** The clients that somebody has asked for by their keys. */
public final class KnownClients {
  private final List<ClientLookup> lookups = new ArrayList<>();
  private final Map<String, String> keys = new HashMap<>();

  public KnownClients(LogContent reading, Collection<String> keys, @Nullable ClientId secret) {
    for (String key : keys) {
      ClientLookup lookup = reading.lookup(key, secret);
      lookups.add(lookup);
      lookup.ids().forEach(id -> this.keys.put(id, key));
    }
  }

  /** The same findings, with the clients that are known by name. */
  public ComparisonResult named(ComparisonResult findings) {
    return new NamedClients(keys).named(findings);
  }

  public void print(PrintStream out) {
    for (ClientLookup lookup : lookups) {
      out.println();
      out.println(lookup.key() + (lookup.ids().isEmpty() ? "" : " is " + ids(lookup)));
      for (ClientSighting sighting : lookup.sightings()) {
        out.println("  " + words(sighting));
      }
      if (!lookup.ids().isEmpty()) {
        out.println("  " + rest(lookup));
      }
      if (lookup.hidden() > 0) {
        out.println(
            "  not looked for in "
                + ValidateCommand.count(lookup.hidden(), "run")
                + " with a secret; `--secret-env` tells where it is");
      }
    }
  }

  private static String ids(ClientLookup lookup) {
    return String.join(" or ", lookup.ids().stream().sorted().toList());
  }

  private static String words(ClientSighting sighting) {
    return sighting.direction().word()
        + " `"
        + TextReport.plain(sighting.rule())
        + "`: newly "
        + (sighting.newlyRejected() ? "rejected " : "admitted ")
        + ValidateCommand.count(sighting.count(), "time")
        + (sighting.tooMany() == 0
            ? ""
            : ", at most " + sighting.tooMany() + " of them counted for others");
  }

  private static String rest(ClientLookup lookup) {
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
        ? "no other call of it diverges"
        : "at most " + most + " more of its calls diverge";
  }
}
