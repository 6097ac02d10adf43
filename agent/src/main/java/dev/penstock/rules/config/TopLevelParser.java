package dev.penstock.rules.config;

import dev.penstock.rules.Exemption;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.ShadowSettings;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problems;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import dev.penstock.rules.config.value.ExemptionParser;
import dev.penstock.rules.config.value.NamedKeysParser;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the top level of a rules file. */
final class TopLevelParser {
  private static final List<String> NAMES =
      List.of(
          "version",
          "mode",
          "inbound",
          "outbound",
          "keys",
          "plans",
          "exempt",
          "preflights",
          "client-ip",
          "shed",
          "store",
          "response",
          "shadow",
          "shadow-log",
          "console",
          "telemetry");

  static final Vocabulary KEYS = new Vocabulary(NAMES, misplaced(), Synonyms.OF_FILE);

  private final Problems problems;
  private final RulesFolder folder;
  private final FileRole role;
  private final @Nullable StoreSettings activeStore;
  private final PlansParser plans;
  private @Nullable LocatedText candidate;

  private static Map<String, Misplaced> misplaced() {
    Map<String, Misplaced> misplaced = new HashMap<>();
    Misplaced ofRule =
        new Misplaced(
            "belongs to a rule",
            "move it into one: `inbound: { api: { match: /api/**, rate: 100/min } }`");
    for (String setting : RuleParser.KEYS.known()) {
      misplaced.put(setting, ofRule);
    }
    misplaced.put(
        "redis",
        new Misplaced(
            "belongs to `store`", "write `store: { redis: \"" + StoreParser.EXAMPLE + "\" }`"));
    misplaced.put(
        "trusted-proxies",
        new Misplaced(
            "belongs to `client-ip`", "write `client-ip: { trusted-proxies: [10.0.0.0/8] }`"));
    misplaced.keySet().removeAll(NAMES);
    return misplaced;
  }

  /**
   * Creates a parser that resolves relative paths in the folder.
   *
   * @param activeStore the store of the active file that this candidate takes over; null if the
   *     file is not a candidate
   */
  TopLevelParser(
      Problems problems, RulesFolder folder, FileRole role, @Nullable StoreSettings activeStore) {
    this.problems = problems;
    this.folder = folder;
    this.role = role;
    this.activeStore = activeStore;
    plans = new PlansParser(problems, folder);
  }

  /** The candidate file that this file names; null if there is none. */
  @Nullable LocatedText candidate() {
    return candidate;
  }

  /** The files that were read besides this file. */
  List<File> alsoRead() {
    return plans.read();
  }

  /** The rules; null, with problems, if the file is invalid. */
  @Nullable RuleSets parse(LocatedValue root) {
    SettingsMap settings = root.settings(KEYS);
    if (settings == null) {
      return null;
    }
    checkVersion(settings);
    Mode mode = mode(settings);
    ShadowParser shadow = new ShadowParser(settings, folder, role);
    candidate = shadow.candidate();
    NamedKeysParser named = NamedKeysParser.parse(settings.value("keys"));
    PlanNames planNames = plans.parse(settings.value("plans"), named);
    RejectionStyle answer =
        ResponseParser.parse(settings.value("response"), RejectionStyle.DEFAULT);
    List<Entry> inbound = entries(settings, Section.INBOUND);
    List<Entry> outbound = entries(settings, Section.OUTBOUND);
    PreflightParser preflights = new PreflightParser(settings, answer);
    boolean noRules = inbound.isEmpty() && outbound.isEmpty() && preflights.written().isEmpty();
    if (noRules && !settings.mentions("shed")) {
      problems.warningInFile("there are no rules, so nothing is limited", "");
    }
    StoreParser store = new StoreParser(settings, activeStore);
    RuleNames names = new RuleNames();
    RuleScope in =
        new RuleScope(Section.INBOUND, named, planNames, answer, shadow.blocks(), store.onOutage());
    List<Rule> inRules = new ArrayList<>(new SectionParser(in, names).parse(inbound));
    inRules.addAll(preflights.written());
    List<Rule> outRules = new SectionParser(in.outbound(), names).parse(outbound);
    store.warnIfCrowded(inRules, outRules);
    plans.warnOfFallbacks(planNames);
    shadow.warnIfIdle(mode, inRules, outRules);
    FileSettings fileSettings =
        fileSettings(mode, settings, store.store(), shadow.shadowing(), preflights.usual());
    // The rules of an invalid file can be inconsistent, which RuleSet does not expect.
    return problems.hasErrors() ? null : RuleSets.of(fileSettings, inRules, outRules);
  }

  private FileSettings fileSettings(
      Mode mode,
      SettingsMap settings,
      StoreSettings store,
      ShadowSettings shadowing,
      @Nullable Rule defaultPreflights) {
    return new FileSettings(
        mode,
        exemption(settings),
        ClientAddressParser.parse(settings.value("client-ip")),
        plans.plans(),
        SheddingParser.parse(settings.value("shed")),
        store,
        shadowing,
        VisibilityParser.parse(settings, role),
        defaultPreflights);
  }

  private Mode mode(SettingsMap settings) {
    LocatedText written = settings.text("mode");
    Mode mode = ModeParser.parse(written, Mode.ENFORCE);
    if (role == FileRole.CANDIDATE && written != null && mode != Mode.ENFORCE) {
      written.warning(
          "this candidate would not reject any call",
          "write `mode: enforce` to see which calls it would reject");
    }
    return mode;
  }

  private void checkVersion(SettingsMap settings) {
    if (!settings.mentions("version")) {
      problems.errorInFile("`version` is missing", "start the file with `version: 1`");
      return;
    }
    LocatedText version = settings.text("version");
    if (version != null && !version.value().equals("1")) {
      version.error(
          "version " + MessageWords.code(version) + " is not supported", "write `version: 1`");
    }
  }

  /** The entries of a section; empty if there is none, or if it is not a map, with a problem. */
  private static List<Entry> entries(SettingsMap settings, Section section) {
    LocatedValue written = settings.value(section.word());
    if (written != null && written.isList()) {
      String example =
          section == Section.INBOUND
              ? "`inbound: { api: { match: /api/**, rate: 100/min } }`"
              : "`outbound: { api: { match: \"https://api.example.org/**\", rate: 25/s } }`";
      written.error("expected a map, found a list", "give each rule a name: " + example);
      return List.of();
    }
    List<Entry> entries = written == null ? null : written.entries();
    return entries == null ? List.of() : entries;
  }

  private static Exemption exemption(SettingsMap settings) {
    LocatedValue exempt = settings.value("exempt");
    return exempt == null ? Exemption.NONE : ExemptionParser.parse(exempt);
  }
}
