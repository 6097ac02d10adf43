package dev.penstock.config;

import dev.penstock.key.KeySource;
import dev.penstock.key.Need;
import dev.penstock.rule.Plans;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code plans}: who has which plan. */
final class PlansParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("from", "table", "default"));

  private final Problems problems;
  private final Folder folder;
  private final List<File> read = new ArrayList<>();
  private @Nullable PlanTable table;
  private @Nullable Plans plans;

  PlansParser(Problems problems, Folder folder) {
    this.problems = problems;
    this.folder = folder;
  }

  /** Reads all but what depends on the rules. */
  PlanNames parse(@Nullable Value written, NamedKeys keys) {
    Settings settings = written == null ? null : written.settings(KEYS);
    if (written == null || settings == null) {
      return new PlanNames(written != null, /* defaultPlan= */ null, /* from= */ null);
    }
    for (String needed : List.of("from", "default")) {
      if (!settings.mentions(needed)) {
        written.error(
            "`plans` has no " + Words.code(needed),
            needed.equals("from")
                ? "say what tells a caller's plan, such as `from: header.X-API-Key`"
                : "name the plan of all others, such as `default: free`");
      }
    }
    Text from = settings.text("from");
    KeySource source = from == null ? null : source(from, keys);
    Text defaultPlan = settings.text("default");
    if (defaultPlan != null) {
      PlanNames.check(defaultPlan);
    }
    Text tableName = settings.text("table");
    table = tableName == null ? null : readTable(tableName);
    if (source != null && defaultPlan != null) {
      plans = new Plans(source, table == null ? null : table.plans(), defaultPlan.value());
    }
    return new PlanNames(
        /* declared= */ true, defaultPlan == null ? null : defaultPlan.value(), source);
  }

  private static KeySource source(Text from, NamedKeys keys) {
    KeySource source = new KeyParser(Section.INBOUND, keys, List.of()).alternatives(from);
    if (source.needs(Need.PATH_VARIABLES)) {
      from.error(
          "a plan cannot depend on the path", "write a key source such as `header.X-API-Key`");
    }
    return source;
  }

  private @Nullable PlanTable readTable(Text name) {
    File file = folder.find(name.value());
    read.add(file);
    try {
      return PlanTable.parse(file.getPath(), folder.read(file), problems);
    } catch (IOException | SecurityException e) {
      name.error(
          Words.code(name.value()) + " cannot be read: " + ConfigFile.whyUnreadable(file, e),
          "the path of a table starts where the rules file is");
      return null;
    }
  }

  /** The plans; null if there are none. */
  @Nullable Plans plans() {
    return plans;
  }

  /** The files that were read besides the rules, even if in vain. */
  List<File> read() {
    return read;
  }

  /** Warns of plans in the table that no rule has a rate for. */
  void warnOfPlansWithoutRate(Set<String> withRates) {
    if (table != null) {
      table.warnOfPlansWithoutRate(withRates);
    }
  }
}
