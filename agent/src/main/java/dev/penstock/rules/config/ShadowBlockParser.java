package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
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

/** Reads a rule's {@code shadow}: what would be different if its candidate took its place. */
public final class ShadowBlockParser {
  /*
   * A candidate is the rule with some settings replaced, so what the block does not say is the
   * rule's. There are two exceptions. Another algorithm does not take over what belongs to the
   * rule's own: a burst means nothing to a window. And a list of limits takes over nothing of the
   * only limit that stood there before. Promotion removes from the rule just what is not taken over
   * here, which is why both ask this class.
   */
  private static final Misplaced SAME =
      new Misplaced(
          "is the same for the candidate",
          "to try another one, write a whole candidate file and name it at the top:"
              + " `shadow: next.yaml`");

  static final Vocabulary INBOUND = inbound();
  static final Vocabulary OUTBOUND = outbound();

  /** What belongs to an algorithm rather than to the rule. */
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
            "belongs to the rule itself",
            "move it out of the block; a candidate is judged as if it were enforced for everybody");
    misplaced.put("mode", ofRule);
    misplaced.put("enforce", ofRule);
    misplaced.put("shadow", new Misplaced("cannot stand in itself", "remove it"));
    return misplaced;
  }

  /** The block of a rule; null if it has none or, with a problem, if nothing can be made of it. */
  public static @Nullable ShadowBlockParser of(SettingsMap rule, Section section) {
    LocatedValue written = rule.value("shadow");
    if (written != null && written.isTrue()) {
      written.error(
          "`shadow` says what is to be tried instead",
          "write `mode: shadow` to try the rule as it is, or `shadow: { rate: 50/min }`");
      return null;
    }
    SettingsMap block = written == null ? null : written.settings(section.shadowKeys());
    if (written == null || block == null) {
      return null;
    }
    if (block.isEmpty()) {
      written.error(
          "`shadow` says nothing",
          "write what is to be tried, such as `shadow: { algorithm: sliding-log }`");
      return null;
    }
    if (rule.mentions("limits") && !block.mentions("limits")) {
      rule.errorAt(
          "shadow",
          "the rule has `limits`, but its candidate has none",
          "write all of them out, changed or not: `shadow: { limits: [...] }`");
      return null;
    }
    return new ShadowBlockParser(rule, block, section);
  }

  /** The settings that the rule would have. */
  SettingsMap promoted() {
    Set<String> inherited = new LinkedHashSet<>(rule.names());
    inherited.removeIf(setting -> !isInherited(setting));
    return block.with(rule, inherited);
  }

  /** True if the candidate has this setting of the rule, unless the block has one of the name. */
  public boolean isInherited(String setting) {
    if (List.of("shadow", "mode", "enforce").contains(setting)) {
      return false;
    }
    if (section == Section.OUTBOUND && PacingParser.SETTINGS.contains(setting)) {
      return true;
    }
    if (setting.equals(OnFailureParser.ON_STORE_FAILURE)) {
      return true; // it is for all limits, whichever they are
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

  /** As {@link LimitParser} chooses; what the rule names is not changed by a hint in the block. */
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
