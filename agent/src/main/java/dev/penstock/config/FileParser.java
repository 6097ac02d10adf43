package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.rule.AnswerStyle;
import dev.penstock.rule.Exemption;
import dev.penstock.rule.FileSettings;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the top level of a rules file. */
final class FileParser {
  static final Vocabulary KEYS =
      new Vocabulary(
          List.of(
              "version",
              "mode",
              "inbound",
              "keys",
              "plans",
              "exempt",
              "client-ip",
              "shed",
              "store",
              "response"),
          List.of("outbound", "shadow"));
  static final Vocabulary STORE_KEYS =
      new Vocabulary(
          List.of("max-keys"), List.of("redis", "accuracy", "timeout", "on-failure", "instances"));
  private static final long FEWEST_KEYS = 1_000;
  private static final long MOST_KEYS = 100_000_000;

  private final Problems problems;
  private final PlansParser plans;

  /** Other files are looked for in the folder; null for the working directory. */
  FileParser(Problems problems, @Nullable File folder) {
    this.problems = problems;
    plans = new PlansParser(problems, folder);
  }

  /** The files that were read besides this one. */
  List<File> alsoRead() {
    return plans.read();
  }

  /** The rules; null if nothing can be made of the file. */
  @Nullable RuleSet parse(Value root) {
    Settings settings = root.settings(KEYS);
    if (settings == null) {
      return null;
    }
    checkVersion(settings);
    Mode mode = ModeParser.parse(settings.text("mode"), Mode.ENFORCE);
    NamedKeys keys = NamedKeys.parse(settings.value("keys"));
    PlanNames planNames = plans.parse(settings.value("plans"), keys);
    AnswerStyle answer = AnswerParser.parse(settings.value("response"), AnswerStyle.DEFAULT);
    List<Rule> rules = inbound(settings, new Scope(keys, planNames, answer));
    plans.warnOfPlansWithoutRate(planNames.withRates());
    FileSettings fileSettings =
        new FileSettings(
            mode,
            exemption(settings),
            ClientAddressParser.parse(settings.value("client-ip")),
            plans.plans(),
            SheddingParser.parse(settings.value("shed")),
            mostKeys(settings.value("store")));
    // Rules of a broken file may be at odds with each other in ways the index does not expect.
    return problems.hasErrors() ? null : new RuleSet(fileSettings, rules);
  }

  private void checkVersion(Settings settings) {
    if (!settings.mentions("version")) {
      problems.errorInFile("`version` is missing", "start the file with `version: 1`");
      return;
    }
    Text version = settings.text("version");
    if (version != null && !version.value().equals("1")) {
      version.error(
          "version " + Words.code(version.value()) + " is not supported", "write `version: 1`");
    }
  }

  private List<Rule> inbound(Settings settings, Scope scope) {
    Value inbound = settings.value("inbound");
    List<Entry> entries = inbound == null ? List.of() : inbound.entries();
    if (entries == null) {
      return List.of();
    }
    if (entries.isEmpty() && !settings.mentions("outbound") && !settings.mentions("shed")) {
      problems.warningInFile("there are no rules, so nothing is limited", "");
    }
    List<Rule> rules = new ArrayList<>();
    Map<String, String> namesByMeaning = new HashMap<>();
    Map<String, String> rulesByQuota = new HashMap<>();
    for (Entry entry : entries) {
      Rule rule = RuleParser.parse(entry, scope);
      if (rule != null) {
        checkQuotaNames(entry.name(), rule, rulesByQuota);
        warnOfTwin(entry.name(), rule, namesByMeaning);
        rules.add(rule);
      }
    }
    return rules;
  }

  /** A rule may have the name that another one's second limit goes by. */
  private static void checkQuotaNames(Text name, Rule rule, Map<String, String> rulesByQuota) {
    for (Quota quota : rule.quotas()) {
      String other = rulesByQuota.putIfAbsent(quota.name(), rule.name());
      if (other != null) {
        name.error(
            Words.code(quota.name()) + " is also the name of a limit of " + Words.code(other),
            "choose another name for the rule");
      }
    }
  }

  private static void warnOfTwin(Text name, Rule rule, Map<String, String> namesByMeaning) {
    StringBuilder meaning = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      meaning.append(quota.key()).append(quota.onMissingKey()).append(quota.limits());
    }
    meaning.append(rule.matches()).append(rule.cost()).append(rule.mode());
    meaning.append(rule.enforcedPercent()).append(rule.counted());
    String twin = namesByMeaning.putIfAbsent(meaning.toString(), rule.name());
    if (twin != null) {
      name.warning(
          Words.code(rule.name()) + " says the same as " + Words.code(twin), "remove one of them");
    }
  }

  private static Exemption exemption(Settings settings) {
    Value exempt = settings.value("exempt");
    return exempt == null ? Exemption.NONE : ExemptionParser.parse(exempt);
  }

  private static long mostKeys(@Nullable Value store) {
    Settings settings = store == null ? null : store.settings(STORE_KEYS);
    Long most =
        settings == null
            ? null
            : settings.number("max-keys", "the number of keys", FEWEST_KEYS, MOST_KEYS);
    return most == null ? FileSettings.USUAL_MOST_KEYS : most;
  }
}
