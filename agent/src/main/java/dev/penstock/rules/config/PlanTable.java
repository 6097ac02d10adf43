package dev.penstock.rules.config;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problems;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.Utf8Text;
import dev.penstock.rules.config.value.NetworkParser;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a table of plans: lines of {@code key,plan}, an optional heading, and comments. */
public final class PlanTable {
  /*
   * The keys of a table are usually API keys. An invalid line may contain one anywhere, even in the
   * place of the plan. So a problem names the line and the column, and never shows the content.
   */
  private static final String EXAMPLE = "write lines such as `k-123,pro`";

  private final String name;
  private final String text;
  private final boolean byAddress;
  private final Problems rules;
  private final Map<String, String> plans = new HashMap<>();

  /** The first mention of each plan. */
  private final Map<String, TablePlace> placesOfPlans = new LinkedHashMap<>();

  private @Nullable Problems problems;

  private PlanTable(String name, String text, boolean byAddress, Problems rules) {
    this.name = name;
    this.text = text;
    this.byAddress = byAddress;
    this.rules = rules;
  }

  /**
   * Parses a table and adds its problems to those of the rules file.
   *
   * @param name the path of the file as messages show it
   * @param byAddress true if clients are looked up by their IP address
   */
  static PlanTable parse(String name, byte[] bytes, boolean byAddress, Problems rules) {
    Utf8Text utf8 = Utf8Text.decode(bytes);
    String text = utf8.text().startsWith("\ufeff") ? utf8.text().substring(1) : utf8.text();
    PlanTable table = new PlanTable(name, text, byAddress, rules);
    if (bytes.length > RulesFile.MAX_BYTES) {
      table.problems().errorInFile("the table is too large", "a table can have at most 1 MiB");
    } else if (!utf8.isValid()) {
      table.problems().errorInFile("the file is not valid UTF-8", "save the file as UTF-8");
    } else {
      table.read();
    }
    return table;
  }

  /** The plan of each key. */
  Map<String, String> plans() {
    return plans;
  }

  private void read() {
    int start = 0;
    boolean first = true;
    for (int line = 1; start < text.length(); line++) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      String row = text.substring(start, end);
      String content = row.strip();
      if (!content.isEmpty() && !content.startsWith("#")) {
        if (!first || !isHeading(content, "key,plan")) {
          read(row, line, first);
        }
        first = false;
      }
      start = end + 1;
    }
  }

  private static boolean isHeading(String row, String heading) {
    return row.replace(" ", "").equalsIgnoreCase(heading);
  }

  private void read(String row, int line, boolean first) {
    int comma = row.indexOf(',');
    int second = row.indexOf(',', comma + 1);
    if (comma < 0) {
      error(TablePlace.in(row, 0, line), "a comma is missing on this line", EXAMPLE);
    } else if (second >= 0) {
      error(TablePlace.in(row, second, line), "this line has one comma too many", EXAMPLE);
    } else if (first && isHeading(row.strip(), "plan,key")) {
      error(TablePlace.in(row, 0, line), "the columns are in the wrong order", EXAMPLE);
    } else {
      add(row, comma, line);
    }
  }

  private void add(String row, int comma, int line) {
    String key = row.substring(0, comma).strip();
    String plan = row.substring(comma + 1).strip();
    TablePlace keyPlace = TablePlace.in(row, 0, line);
    TablePlace planPlace = TablePlace.in(row, comma + 1, line);
    if (key.isEmpty()) {
      error(keyPlace, "the key is missing", EXAMPLE);
    } else if (plan.isEmpty()) {
      error(planPlace, "the plan is missing", EXAMPLE);
    } else if (!Alphabet.RULE_NAME.spells(plan)) {
      error(
          planPlace,
          "this is not a valid plan name",
          "use letters, digits, `-`, `_` and `.`, without quotes");
    } else if (plans.putIfAbsent(key, plan) != null) {
      error(keyPlace, "this key is already on an earlier line", "remove one of both lines");
    } else {
      placesOfPlans.putIfAbsent(plan, planPlace);
      check(key, keyPlace);
    }
  }

  /** Reports keys that match no client, because keys are compared as plain text. */
  private void check(String key, TablePlace place) {
    boolean isNetwork = key.indexOf('/') > 0 && NetworkParser.isNetwork(key);
    if (isNetwork && byAddress) {
      error(
          place,
          "a network matches no client, because keys are compared as plain text",
          "write a line for each address, or select plans by a header that the gateway sets");
    } else if (isNetwork) {
      warning(place, "this network is compared as plain text", "write a line for each value");
    } else if (key.indexOf('*') >= 0) {
      warning(place, "a `*` in a key is not a wildcard", "write out each key");
    } else if (key.startsWith("\"") || key.startsWith("'")) {
      warning(place, "the quotes are part of the key", "remove them");
    } else if (byAddress && key.indexOf(':') >= 0) {
      warning(
          place,
          "an IPv6 client is looked up by its network, written with all eight groups",
          "write it as `explain` shows it, such as `2001:db8:0:1:0:0:0:0`");
    }
  }

  private void error(TablePlace place, String message, String help) {
    problems().errorAt(place, message, help);
  }

  private void warning(TablePlace place, String message, String help) {
    problems().warningAt(place, message, help);
  }

  /** Warns of plans that no rule has a rate for. */
  void warnOfPlansWithoutRate(List<String> withRates) {
    for (Map.Entry<String, TablePlace> plan : placesOfPlans.entrySet()) {
      if (withRates.contains(plan.getKey())) {
        continue;
      }
      String nearest = Suggestion.nearest(plan.getKey(), withRates);
      warning(
          plan.getValue(),
          "no rule has a rate for this plan, so it gets the rate of the default plan",
          nearest == null
              ? withRates.isEmpty()
                  ? "write rates by plan in a rule: `rate: { free: 10/min, pro: 100/min }`"
                  : "rules have rates for " + MessageWords.list(withRates)
              : Suggestion.didYouMean(nearest));
    }
  }

  /** The problems of the table; created when the first one is added. */
  private Problems problems() {
    Problems own = problems;
    if (own == null) {
      own = new Problems(new SourceFile(name, ""));
      problems = own;
      rules.include(own);
    }
    return own;
  }

  /**
   * A position in a file whose content messages do not show.
   *
   * @param line counted from 1
   * @param column counted from 1 in characters
   */
  public record TablePlace(int line, int column) {
    /** The position of the first non-blank character of a row from an index on. */
    static TablePlace in(String row, int from, int line) {
      int at = from;
      while (at < row.length() && row.charAt(at) <= ' ') {
        at++;
      }
      return new TablePlace(line, row.codePointCount(0, at) + 1);
    }
  }
}
