package dev.penstock.rules.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates a rules file with shadow settings in any style, and the lines that must not change. */
final class RandomShadowFile {
  private static final Map<String, List<String>> VALUES = new LinkedHashMap<>();
  private static final List<String> BLOCK_SETTINGS;

  static {
    VALUES.put("rate", List.of("100/min", "'60/min'", "\"9/s\"", "{ free: 5/s, pro: 9/s }", "|"));
    VALUES.put("burst", List.of("5", "7"));
    VALUES.put(
        "algorithm",
        List.of("fixed-window", "token-bucket", "gcra", "'sliding-log'", "leaky-bucket"));
    VALUES.put("concurrency", List.of("3", "${env:PLACES:-4}"));
    VALUES.put("calendar", List.of("UTC"));
    VALUES.put("slices", List.of("5"));
    VALUES.put("strict", List.of("true"));
    VALUES.put("wait", List.of("2s", "\"3s\""));
    VALUES.put("queue", List.of("8"));
    VALUES.put("cost", List.of("2", "1"));
    VALUES.put("limits", List.of("[{ rate: 5/s }, { rate: 9/min, burst: 3 }]", "-"));
    BLOCK_SETTINGS = new ArrayList<>(VALUES.keySet());
    VALUES.put("key", List.of("header.X", "'header.X | host'"));
    VALUES.put("enforce", List.of("5%", "100%"));
    VALUES.put("mode", List.of("shadow", "enforce", "off"));
  }

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private final List<String> unchangedLines = new ArrayList<>();
  private final String lineBreak;
  private int comments;

  RandomShadowFile(long seed) {
    random = new Random(seed);
    lineBreak = chance(3) ? "\r\n" : "\n";
    line("version: 1", true);
    line("plans: { from: header.X-Plan, default: free }", true);
    if (chance(4)) {
      line("mode: shadow", false);
    }
    if (chance(3)) {
      line("shadow: { threshold: 1% }", false);
    }
    section("inbound", "/a/**");
    if (chance(2)) {
      line("shadow-log:", false);
      line("  path: a.jsonl" + maybeComment(), false);
    }
    section("outbound", "https://a.org/**");
  }

  String text() {
    return text.toString();
  }

  /** The lines that a promotion must not change, in order. */
  List<String> unchangedLines() {
    return unchangedLines;
  }

  private void section(String name, String match) {
    line(name + ":" + maybeComment(), true);
    String margin = " ".repeat(1 + random.nextInt(3));
    for (int i = random.nextInt(2); i < 3; i++) {
      comment(margin);
      rule(margin, name, name.charAt(0) + "" + i, match);
    }
  }

  private void rule(String margin, String section, String name, String match) {
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> block;
    List<String> order;
    do {
      settings.clear();
      settings.put("match", match);
      settings.putAll(some(new ArrayList<>(VALUES.keySet())));
      block = chance(4) ? Map.of() : some(BLOCK_SETTINGS);
      if (!block.isEmpty()) {
        settings.put("shadow", "");
      }
      order = new ArrayList<>(settings.keySet());
      Collections.shuffle(order, random);
    } while (!isValid(section, order, settings, block));
    switch (random.nextInt(3)) {
      case 0 -> onLines(margin, name, order, settings, block);
      case 1 -> inBrackets(margin, name, order, settings, block);
      default -> inBracketsOnLines(margin, name, order, settings, block);
    }
  }

  /** Random settings, many of which are inconsistent. */
  private static boolean isValid(
      String section, List<String> order, Map<String, String> settings, Map<String, String> block) {
    List<String> entries = new ArrayList<>();
    for (String setting : order) {
      entries.add(entry(setting, settings, block));
    }
    String rules = section + ": { a: { " + String.join(", ", entries) + " } }";
    String plans = "plans: { from: header.X-Plan, default: free }\n";
    return RulesFile.parse("penstock.yaml", "version: 1\n" + plans + rules, name -> null)
        instanceof ParsedRules.Good;
  }

  private Map<String, String> some(List<String> of) {
    Map<String, String> settings = new LinkedHashMap<>();
    Collections.shuffle(of, random);
    for (String name : of.subList(0, 1 + random.nextInt(4))) {
      List<String> values = VALUES.getOrDefault(name, List.of());
      settings.put(name, values.get(random.nextInt(values.size())));
    }
    return settings;
  }

  private void onLines(
      String margin,
      String name,
      List<String> order,
      Map<String, String> settings,
      Map<String, String> block) {
    line(margin + name + ":" + maybeComment(), true);
    String inner = margin + " ".repeat(1 + random.nextInt(4));
    for (String setting : order) {
      comment(inner);
      if (!setting.equals("shadow")) {
        setting(inner, setting, settings.getOrDefault(setting, ""), stays(setting, block));
      } else if (chance(2)) {
        line(inner + "shadow: " + brackets(block) + maybeComment(), false);
      } else {
        line(inner + "shadow:" + maybeComment(), false);
        String innermost = inner + " ".repeat(1 + random.nextInt(4));
        for (Map.Entry<String, String> each : block.entrySet()) {
          if (chance(4)) {
            line(innermost + "# in the block", false);
          }
          setting(innermost, each.getKey(), each.getValue(), false);
        }
      }
      if (chance(6)) {
        line("", false);
      }
    }
  }

  private void setting(String margin, String name, String value, boolean stays) {
    String quoted = chance(6) ? "\"" + name + "\"" : name;
    if (value.equals("|")) {
      line(margin + quoted + ": |", stays);
      line(margin + "  77/min", stays);
    } else if (value.equals("-")) {
      line(margin + quoted + ":" + maybeComment(), stays);
      line(margin + "- { rate: 6/s, key: header.Y }" + maybeComment(), stays);
      line(margin + "- rate: 70/min", stays);
      line(margin + "  burst: 6" + maybeComment(), stays);
    } else if (value.startsWith("{") && chance(2)) {
      line(margin + quoted + ":" + maybeComment(), stays);
      line(margin + "  free: 6/s" + maybeComment(), stays);
      line(margin + "  pro: 8/s", stays);
    } else {
      String gap = " ".repeat(1 + random.nextInt(3));
      line(margin + quoted + ":" + gap + value + maybeComment(), stays);
    }
  }

  private void inBrackets(
      String margin,
      String name,
      List<String> order,
      Map<String, String> settings,
      Map<String, String> block) {
    List<String> entries = new ArrayList<>();
    for (String setting : order) {
      entries.add(entry(setting, settings, block));
    }
    line(margin + name + ": { " + String.join(", ", entries) + " }" + maybeComment(), false);
  }

  private void inBracketsOnLines(
      String margin,
      String name,
      List<String> order,
      Map<String, String> settings,
      Map<String, String> block) {
    line(margin + name + ": {" + maybeComment(), true);
    for (int i = 0; i < order.size(); i++) {
      String comma = i + 1 < order.size() || chance(2) ? "," : "";
      comment(margin + "   ");
      line(
          margin + "  " + entry(order.get(i), settings, block) + comma + maybeComment(),
          !order.get(i).equals("shadow") && stays(order.get(i), block));
    }
    line(margin + "}", true);
  }

  private static String entry(
      String setting, Map<String, String> settings, Map<String, String> block) {
    return setting.equals("shadow")
        ? "shadow: " + brackets(block)
        : setting + ": " + inline(settings.getOrDefault(setting, ""));
  }

  private static String brackets(Map<String, String> block) {
    List<String> entries = new ArrayList<>();
    block.forEach((name, value) -> entries.add(name + ": " + inline(value)));
    return "{ " + String.join(", ", entries) + " }";
  }

  private static String inline(String value) {
    return switch (value) {
      case "|" -> "77/min";
      case "-" -> "[{ rate: 6/s, key: header.Y }]";
      default -> value.startsWith("$") ? "\"" + value + "\"" : value;
    };
  }

  /** True for settings that are valid with any algorithm. */
  private static boolean stays(String setting, Map<String, String> block) {
    return switch (setting) {
      case "match" -> true;
      case "cost" -> !block.containsKey("cost");
      case "rate", "concurrency", "key" ->
          !block.containsKey("limits") && !block.containsKey(setting);
      default -> false;
    };
  }

  private void comment(String margin) {
    if (chance(3)) {
      line(margin + "# comment " + comments++ + ", with a\ttab: { or so", true);
    }
  }

  private String maybeComment() {
    return chance(4) ? "  # why, " + comments++ : "";
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private void line(String line, boolean stays) {
    text.append(line).append(lineBreak);
    if (stays) {
      unchangedLines.add(line + lineBreak);
    }
  }
}
