package dev.penstock.rules.config;

import dev.penstock.rules.Plans;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problems;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.KeyParser;
import dev.penstock.rules.config.value.NamedKeysParser;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.KeyRequirement;
import dev.penstock.rules.key.KeySource;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code plans}: how the plan of a client is selected. */
final class PlansParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("from", "table", "default"));

  private final Problems problems;
  private final RulesFolder folder;
  private final List<File> read = new ArrayList<>();
  private @Nullable LocatedText tableName;
  private @Nullable PlanTable table;
  private @Nullable Plans plans;

  PlansParser(Problems problems, RulesFolder folder) {
    this.problems = problems;
    this.folder = folder;
  }

  /** Parses the plans; {@link #warnOfFallbacks} needs the rules as well. */
  PlanNames parse(@Nullable LocatedValue written, NamedKeysParser keys) {
    SettingsMap settings = written == null ? null : written.settings(KEYS);
    if (written == null || settings == null) {
      return new PlanNames(written != null, /* defaultPlan= */ null, /* from= */ null);
    }
    for (String needed : List.of("from", "default")) {
      if (!settings.mentions(needed)) {
        written.error(
            "`plans` has no " + MessageWords.code(needed),
            needed.equals("from")
                ? "add the key source that selects the plan, such as `from: header.X-API-Key`"
                : "add the plan of all other clients, such as `default: free`");
      }
    }
    LocatedText from = settings.text("from");
    KeySource source = from == null ? null : source(from, keys);
    LocatedText defaultPlan = settings.text("default");
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

  private static KeySource source(LocatedText from, NamedKeysParser keys) {
    KeySource source = new KeyParser(Section.INBOUND, keys, List.of()).alternatives(from);
    if (source.needs(KeyRequirement.PATH_VARIABLES)) {
      from.error(
          "a plan cannot depend on the path", "write a key source such as `header.X-API-Key`");
    }
    return source;
  }

  private @Nullable PlanTable readTable(LocatedText name, @Nullable KeySource source) {
    File file = folder.find(name.value());
    read.add(file);
    String shown = folder.find(name.shown()).getPath();
    boolean byAddress = source != null && isByAddress(source);
    try {
      return PlanTable.parse(shown, folder.read(file), byAddress, problems);
    } catch (IOException | SecurityException e) {
      name.error(
          MessageWords.code(name) + " cannot be read: " + RulesFile.whyUnreadable(file, e),
          "the path is relative to the folder of the rules file");
      return null;
    }
  }

  private static boolean isByAddress(KeySource source) {
    return source instanceof FirstPresentKey first
        ? first.sources().contains(ClientIpKey.INSTANCE)
        : source == ClientIpKey.INSTANCE;
  }

  /** The plans; null if there are none or they are invalid. */
  @Nullable Plans plans() {
    return plans;
  }

  /** The files that were read besides the rules file, including unreadable ones. */
  List<File> read() {
    return read;
  }

  /** Warns of plans that are only in the table, only in rules, or only in some rules. */
  void warnOfFallbacks(PlanNames names) {
    if (table != null && tableName != null) {
      table.warnOfPlansWithoutRate(names.withRates());
      names.warnOfUnused(tableName, table.plans().values());
    }
    names.warnOfLeftOut();
  }
}
