package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.key.ClientAddress;
import dev.penstock.rule.Exemption;
import dev.penstock.rule.Match;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the top level of a rules file. */
final class FileParser {
  private static final Vocabulary KEYS =
      new Vocabulary(
          List.of("version", "mode", "inbound", "exempt", "client-ip"),
          List.of("outbound", "keys", "plans", "shed", "store", "response", "shadow"));
  private static final Vocabulary MODES =
      new Vocabulary(List.of("enforce", "shadow", "off"), List.of());

  private final Problems problems;

  FileParser(Problems problems) {
    this.problems = problems;
  }

  /** The rules; null if nothing can be made of the file. */
  @Nullable RuleSet parse(Value root) {
    Settings settings = root.settings(KEYS);
    if (settings == null) {
      return null;
    }
    checkVersion(settings);
    Mode mode = mode(settings);
    List<Rule> rules = inbound(settings);
    Exemption exemption = exemption(settings);
    ClientAddress clientAddress = ClientAddressParser.parse(settings.value("client-ip"));
    // Rules of a broken file may be at odds with each other in ways the index does not expect.
    return problems.hasErrors() ? null : new RuleSet(mode, rules, exemption, clientAddress);
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

  private static Mode mode(Settings settings) {
    Text mode = settings.text("mode");
    if (mode == null) {
      return Mode.ENFORCE;
    }
    if (!MODES.known().contains(mode.value())) {
      MODES.refuse(mode, "mode");
      return Mode.ENFORCE;
    }
    return Mode.valueOf(mode.value().toUpperCase(Locale.ROOT));
  }

  private List<Rule> inbound(Settings settings) {
    Value inbound = settings.value("inbound");
    List<Entry> entries = inbound == null ? List.of() : inbound.entries();
    if (entries == null) {
      return List.of();
    }
    if (entries.isEmpty() && !settings.mentions("outbound")) {
      problems.warningInFile("there are no rules, so nothing is limited", "");
    }
    List<Rule> rules = new ArrayList<>();
    Map<String, String> namesByMeaning = new HashMap<>();
    for (Entry entry : entries) {
      Rule rule = RuleParser.parse(entry);
      if (rule != null) {
        warnOfTwin(entry.name(), rule, namesByMeaning);
        rules.add(rule);
      }
    }
    return rules;
  }

  private static void warnOfTwin(Text name, Rule rule, Map<String, String> namesByMeaning) {
    StringBuilder meaning = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      meaning.append(quota.key()).append(quota.limits());
    }
    for (Match match : rule.matches()) {
      meaning.append(match.methods()).append(match.pattern());
    }
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
}
