package dev.penstock.config;

import dev.penstock.key.ClientIp;
import dev.penstock.key.FirstPresent;
import dev.penstock.key.KeySource;
import dev.penstock.key.Need;
import dev.penstock.rule.Plans;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code plans}: who has which plan. */
final class PlansParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("from", "table", "default"));

  private final Problems problems;
  private final Folder folder;
  private final List<File> read = new ArrayList<>();
  private @Nullable Text tableName;
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
    tableName = settings.text("table");
    table = tableName == null ? null : readTable(tableName, source);
    if (source != null && defaultPlan != null) {
      plans = new Plans(source, table == null ? null : table.plans(), defaultPlan.value());
    }
    return new PlanNames(/* declared= */ true, defaultPlan, source);
  }

  private static KeySource source(Text from, NamedKeys keys) {
    KeySource source = new KeyParser(Section.INBOUND, keys, List.of()).alternatives(from);
    if (source.needs(Need.PATH_VARIABLES)) {
      from.error(
          "a plan cannot depend on the path", "write a key source such as `header.X-API-Key`");
    }
    return source;
  }

  private @Nullable PlanTable readTable(Text name, @Nullable KeySource source) {
    File file = folder.find(name.value());
    read.add(file);
    String shown = folder.find(name.shown()).getPath();
    boolean byAddress = source != null && isByAddress(source);
    try {
      return PlanTable.parse(shown, folder.read(file), byAddress, problems);
    } catch (IOException | SecurityException e) {
      name.error(
          Words.code(name) + " cannot be read: " + ConfigFile.whyUnreadable(file, e),
          "the path of a table starts where the rules file is");
      return null;
    }
  }

  private static boolean isByAddress(KeySource source) {
    return source instanceof FirstPresent first
        ? first.sources().contains(ClientIp.INSTANCE)
        : source == ClientIp.INSTANCE;
  }

  /** The plans; null if there are none. */
  @Nullable Plans plans() {
    return plans;
  }

  /** The files that were read besides the rules, even if in vain. */
  List<File> read() {
    return read;
  }

  /** Warns of plans that stand only in the table, only in rules, or only in some rules. */
  void warnOfFallbacks(PlanNames names) {
    if (table != null && tableName != null) {
      table.warnOfPlansWithoutRate(names.withRates());
      names.warnOfUnused(tableName, table.plans().values());
    }
    names.warnOfLeftOut();
  }
}
