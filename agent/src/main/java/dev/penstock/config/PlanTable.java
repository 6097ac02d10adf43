package dev.penstock.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a table of plans: lines of {@code key,plan}, perhaps under a heading, and comments. */
final class PlanTable {
  private static final String EXAMPLE = "write lines such as `k-123,pro`";

  private final String name;
  private final String text;
  private final Problems rules;
  private final Map<String, String> plans = new HashMap<>();

  /** The line on which a plan is named first. */
  private final Map<String, Integer> linesOfPlans = new HashMap<>();

  private @Nullable Problems problems;

  private PlanTable(String name, String text, Problems rules) {
    this.name = name;
    this.text = text;
    this.rules = rules;
  }

  /** Reads a table; its problems are added to those of the rules file. */
  static PlanTable parse(String name, byte[] bytes, Problems rules) {
    Utf8 utf8 = Utf8.decode(bytes);
    String text = utf8.text().startsWith("\ufeff") ? utf8.text().substring(1) : utf8.text();
    PlanTable table = new PlanTable(name, text, rules);
    if (bytes.length > ConfigFile.MOST_BYTES) {
      table.problems().errorInFile("the table is too large", "a table has at most 1 MiB");
    } else if (!utf8.isValid()) {
      table.problems().errorInFile("this is not UTF-8", "save the file in the encoding UTF-8");
    } else {
      table.read();
    }
    return table;
  }

  Map<String, String> plans() {
    return plans;
  }

  private void read() {
    int start = 0;
    boolean first = true;
    for (int line = 1; start < text.length(); line++) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      String row = text.substring(start, end).strip();
      if (!row.isEmpty() && !row.startsWith("#")) {
        if (!first || !isHeading(row)) {
          read(row, line);
        }
        first = false;
      }
      start = end + 1;
    }
  }

  private static boolean isHeading(String row) {
    return row.replace(" ", "").equalsIgnoreCase("key,plan");
  }

  private void read(String row, int line) {
    int comma = row.indexOf(',');
    if (comma < 0 || row.indexOf(',', comma + 1) >= 0) {
      error(line, comma < 0 ? "a comma is missing here" : "there is one comma too many", EXAMPLE);
      return;
    }
    String key = row.substring(0, comma).strip();
    String plan = row.substring(comma + 1).strip();
    if (key.isEmpty()) {
      error(line, "the key is missing", EXAMPLE);
    } else if (!Alphabet.RULE_NAME.spells(plan)) {
      error(
          line,
          plan.isEmpty()
              ? "the plan is missing"
              : Words.code(plan) + " cannot be the name of a plan",
          EXAMPLE);
    } else if (plans.putIfAbsent(key, plan) != null) {
      error(line, "the same key stands on a line before", "remove one of them");
    } else {
      linesOfPlans.putIfAbsent(plan, line);
    }
  }

  private void error(int line, String message, String help) {
    problems().error(spanOf(line), /* path= */ "", message, help);
  }

  /** Warns of plans that no rule has a rate for. */
  void warnOfPlansWithoutRate(Set<String> withRates) {
    Set<String> idle = new HashSet<>(linesOfPlans.keySet());
    idle.removeAll(withRates);
    for (String plan : idle) {
      problems()
          .warning(
              spanOf(linesOfPlans.getOrDefault(plan, 1)),
              /* path= */ "",
              "no rule has a rate for the plan " + Words.code(plan),
              "the rate of the default plan is taken");
    }
  }

  private Span spanOf(int line) {
    Source source = problems().source();
    return new Span(source.startOfLine(line), source.endOfLine(line));
  }

  /** Made only for a table that has problems, as it needs four times the memory. */
  private Problems problems() {
    Problems own = problems;
    if (own == null) {
      own = new Problems(new Source(name, text));
      problems = own;
      rules.include(own);
    }
    return own;
  }
}
