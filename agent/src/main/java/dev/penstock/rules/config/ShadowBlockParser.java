package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import dev.penstock.rules.config.value.AlgorithmName;
import dev.penstock.rules.config.value.LimitParser;
import dev.penstock.rules.config.value.OutboundVocabulary;
import dev.penstock.rules.config.value.PacingParser;
import dev.penstock.rules.config.value.QuotaParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses {@code shadow} of a rule: the settings in which its candidate differs. */
public final class ShadowBlockParser {
  /*
   * A candidate is the rule with some settings replaced: it inherits all settings that the block
   * does not contain, with two exceptions. A candidate with another algorithm does not inherit
   * settings of the rule's algorithm, such as the burst of a token bucket. A candidate with a list
   * of limits inherits no settings of the rule's single limit. Promotion removes exactly the
   * settings that are not inherited, so it uses this class as well.
   */
  private static final Misplaced SAME =
      new Misplaced(
          "cannot differ in a `shadow` block",
          "to try another value, write a complete candidate file and name it at the top level:"
              + " `shadow: next.yaml`");

  static final Vocabulary INBOUND = inbound();
  static final Vocabulary OUTBOUND = outbound();

  /** Settings of an algorithm, which a candidate with another algorithm does not inherit. */
  private static final List<String> OF_ALGORITHM =
      List.of("burst", "slices", "strict", "force", "calendar", "wait", "queue");

  private final SettingsMap rule;
  private final SettingsMap block;
  private final Section section;

  private ShadowBlockParser(SettingsMap rule, SettingsMap block, Section section) {
    this.rule = rule;
    this.block = block;
    this.section = section;
  }

  private static Vocabulary inbound() {
    Map<String, Misplaced> misplaced = misplaced();
    for (String setting : List.of("learn", "count-retries", "backoff")) {
      misplaced.put(setting, Misplaced.OUTBOUND_ONLY);
    }
    return new Vocabulary(words(QuotaParser.KEYS), misplaced, Synonyms.OF_RULE);
  }

  private static Vocabulary outbound() {
    List<String> known = words(OutboundVocabulary.LIMIT);
    known.addAll(PacingParser.SETTINGS);
    return new Vocabulary(known, misplaced(), Synonyms.OF_RULE);
  }

  private static List<String> words(Vocabulary ofLimit) {
    List<String> known = new ArrayList<>(List.of("limits"));
    known.addAll(ofLimit.known());
    known.removeAll(misplaced().keySet());
    known.add("cost");
    return known;
  }

  private static Map<String, Misplaced> misplaced() {
    Map<String, Misplaced> misplaced = new HashMap<>();
    for (String same :
        List.of(
            "match",
            "key",
            "on-missing-key",
            OnFailureParser.ON_STORE_FAILURE,
            CountParser.RESET_ON,
            "count",
            "response")) {
      misplaced.put(same, SAME);
    }
    Misplaced ofRule =
        new Misplaced(
            "belongs to the rule, not to its candidate",
            "move it out of the block; a candidate is always evaluated as fully enforced");
    misplaced.put("mode", ofRule);
    misplaced.put("enforce", ofRule);
    misplaced.put("shadow", new Misplaced("cannot be nested", "remove it"));
    return misplaced;
  }

  /** The block of a rule; null if it has none, or if it is invalid, with a problem. */
  public static @Nullable ShadowBlockParser of(SettingsMap rule, Section section) {
    LocatedValue written = rule.value("shadow");
    if (written != null && written.isTrue()) {
      written.error(
          "`shadow` of a rule needs the settings to try",
          "write `mode: shadow` to try the rule as it is, or `shadow: { rate: 50/min }`");
      return null;
    }
    SettingsMap block = written == null ? null : written.settings(section.shadowKeys());
    if (written == null || block == null) {
      return null;
    }
    if (block.isEmpty()) {
      written.error(
          "`shadow` is empty",
          "write the settings to try, such as `shadow: { algorithm: sliding-log }`");
      return null;
    }
    if (rule.mentions("limits") && !block.mentions("limits")) {
      rule.errorAt(
          "shadow",
          "the rule has `limits`, but its candidate has none",
          "list all limits of the candidate, changed or not: `shadow: { limits: [...] }`");
      return null;
    }
    return new ShadowBlockParser(rule, block, section);
  }

  /** The settings of the candidate: those of the block and the inherited ones. */
  SettingsMap promoted() {
    Set<String> inherited = new LinkedHashSet<>(rule.names());
    inherited.removeIf(setting -> !isInherited(setting));
    return block.with(rule, inherited);
  }

  /** True if the candidate inherits this setting of the rule, unless the block has it too. */
  public boolean isInherited(String setting) {
    if (List.of("shadow", "mode", "enforce").contains(setting)) {
      return false;
    }
    if (section == Section.OUTBOUND && PacingParser.SETTINGS.contains(setting)) {
      return true;
    }
    if (setting.equals(OnFailureParser.ON_STORE_FAILURE)) {
      return true; // it applies to all limits of the rule
    }
    if (block.mentions("limits")) {
      return !section.limitKeys().known().contains(setting);
    }
    return !OF_ALGORITHM.contains(setting) || isSameAlgorithm();
  }

  private boolean isSameAlgorithm() {
    String own = algorithm(rule, /* byDefault= */ "");
    return algorithm(block, own).equals(own);
  }

  /**
   * The algorithm as {@link LimitParser} chooses it. A name in the rule overrides hints in the
   * block.
   */
  private String algorithm(SettingsMap settings, String byDefault) {
    LocatedText named = settings.text("algorithm");
    if (named != null) {
      return named.value();
    }
    if (rule.mentions("algorithm")) {
      return byDefault;
    }
    if (settings.mentions("calendar")) {
      return AlgorithmName.FIXED_WINDOW.word();
    }
    if (settings.mentions("burst")) {
      return AlgorithmName.TOKEN_BUCKET.word();
    }
    if (!byDefault.isEmpty()) {
      return byDefault;
    }
    return (section == Section.OUTBOUND ? AlgorithmName.LEAKY_BUCKET : AlgorithmName.SLIDING_WINDOW)
        .word();
  }
}
