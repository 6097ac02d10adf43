package dev.penstock.rules.config.value;

import dev.penstock.rules.config.CountParser;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The settings of outbound rules, where they differ from those of inbound rules. */
public final class OutboundVocabulary {
  /** The settings of a match. */
  public static final Vocabulary MATCH =
      new Vocabulary(
              List.of(
                  "scheme", "methods", "host", "port", "path", "headers", "query", "not", "cost"))
          .with(Synonyms.OF_MATCH);

  private static final Misplaced NO_ANSWERS =
      new Misplaced(
          "is not available for outbound rules",
          "every outbound call counts; use `learn` to adapt to responses");

  /** The settings of a limit. Those that hold calls belong to the rule, for all its limits. */
  public static final Vocabulary LIMIT = limit();

  public static final Vocabulary RULE = rule();

  public static final Vocabulary MISSING_KEYS =
      new Vocabulary(
          List.of("skip", "deny"),
          Map.of(
              "ip",
              new Misplaced(
                  "is the same for all outbound calls",
                  "leave `on-missing-key` out: calls without the key then share one budget")),
          Synonyms.OF_MISSING_KEY);

  private OutboundVocabulary() {}

  private static Vocabulary limit() {
    List<String> known = new ArrayList<>(QuotaParser.KEYS.known());
    known.removeAll(PacingParser.SETTINGS);
    known.remove(CountParser.RESET_ON);
    Misplaced ofRule =
        new Misplaced("belongs to the rule, not to one limit", "move it up to the rule");
    Map<String, Misplaced> misplaced = new HashMap<>();
    for (String setting : PacingParser.SETTINGS) {
      misplaced.put(setting, ofRule);
    }
    misplaced.put(CountParser.RESET_ON, NO_ANSWERS);
    misplaced.putAll(QuotaParser.KEYS.misplaced());
    return new Vocabulary(known, misplaced, Synonyms.OF_RULE);
  }

  private static Vocabulary rule() {
    List<String> known = new ArrayList<>(List.of("match", "limits"));
    known.addAll(LIMIT.known());
    known.addAll(List.of("cost", "mode", "enforce"));
    known.addAll(PacingParser.SETTINGS);
    known.add("shadow");
    String none = "is not available for outbound rules";
    Map<String, Misplaced> misplaced = new HashMap<>(QuotaParser.KEYS.misplaced());
    misplaced.put("count", NO_ANSWERS);
    misplaced.put(CountParser.RESET_ON, NO_ANSWERS);
    misplaced.put(
        "response",
        new Misplaced(
            none, "a rejected call fails with an exception, so there is no response to set"));
    return new Vocabulary(known, misplaced, Synonyms.OF_RULE);
  }
}
