package dev.penstock.cli;

import dev.penstock.divergence.ClientId;
import dev.penstock.divergence.LogReading;
import dev.penstock.divergence.Lookup;
import dev.penstock.divergence.Sighting;
import dev.penstock.report.TextReport;
import dev.penstock.shadow.Findings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clients that somebody has asked for by their keys. */
final class KnownClients {
  private final List<Lookup> lookups = new ArrayList<>();
  private final Map<String, String> keys = new HashMap<>();

  KnownClients(LogReading reading, Collection<String> keys, @Nullable ClientId secret) {
    for (String key : keys) {
      Lookup lookup = reading.lookup(key, secret);
      lookups.add(lookup);
      lookup.ids().forEach(id -> this.keys.put(id, key));
    }
  }

  /** The same findings, with the clients that are known by name. */
  Findings named(Findings findings) {
    return new NamedClients(keys).named(findings);
  }

  void print(PrintStream out) {
    for (Lookup lookup : lookups) {
      out.println();
      out.println(lookup.key() + (lookup.ids().isEmpty() ? "" : " is " + ids(lookup)));
      for (Sighting sighting : lookup.sightings()) {
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

  private static String ids(Lookup lookup) {
    return String.join(" or ", lookup.ids().stream().sorted().toList());
  }

  private static String words(Sighting sighting) {
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

  private static String rest(Lookup lookup) {
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
