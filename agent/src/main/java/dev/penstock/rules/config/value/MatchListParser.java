package dev.penstock.rules.config.value;

import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import dev.penstock.rules.config.text.WholeNumberParser;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.rules.match.Destination;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.MatchCondition;
import dev.penstock.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one match or a list of matches, each written as text or as a map. */
public final class MatchListParser {
  public static final Vocabulary KEYS =
      new Vocabulary(
          List.of("methods", "path", "host", "headers", "query", "not", "cost"),
          Map.of(
              "scheme",
              Misplaced.OUTBOUND_ONLY,
              "port",
              Misplaced.OUTBOUND_ONLY,
              "ip",
              new Misplaced(
                  "is not part of a match",
                  "to exempt addresses, write `ip` and the address without a colon:"
                      + " `exempt: [ip 10.0.0.0/8]`")),
          Synonyms.OF_MATCH);
  private static final long MAX_COST = 1_000_000_000;

  private final Section section;
  private final boolean priced;
  private final List<Match> matches = new ArrayList<>();
  private final List<LocatedText> costs = new ArrayList<>();

  /** {@code priced} is true if the matches may have a cost. */
  private MatchListParser(Section section, boolean priced) {
    this.section = section;
    this.priced = priced;
  }

  /** The matches of a rule. */
  public static MatchListParser ofRule(LocatedValue value, Section section) {
    return parse(value, section, /* priced= */ true);
  }

  /** Matches of inbound calls without costs; empty if there is no value. */
  public static List<Match> plain(@Nullable LocatedValue value) {
    return plain(value, Section.INBOUND);
  }

  private static List<Match> plain(@Nullable LocatedValue value, Section section) {
    return value == null ? List.of() : parse(value, section, /* priced= */ false).matches;
  }

  private static MatchListParser parse(LocatedValue value, Section section, boolean priced) {
    MatchListParser list = new MatchListParser(section, priced);
    for (LocatedValue item : value.oneOrMore()) {
      list.add(item);
    }
    return list;
  }

  public List<Match> matches() {
    return matches;
  }

  /** The costs of single matches as they are written. */
  public List<LocatedText> costs() {
    return costs;
  }

  private void add(LocatedValue item) {
    if (item.isMap()) {
      SettingsMap settings = item.settings(section.matchKeys());
      if (settings != null && settings.isEmpty()) {
        item.error("this match is empty", "write at least a path: `path: /api/**`");
      } else if (settings != null) {
        add(settings);
      }
      return;
    }
    LocatedText text = item.text();
    Match match = text == null ? null : match(text);
    if (match != null) {
      matches.add(match);
    }
  }

  private @Nullable Match match(LocatedText text) {
    return section == Section.OUTBOUND ? UrlMatchParser.parse(text) : MatchParser.parse(text);
  }

  private void add(SettingsMap settings) {
    List<String> methods = methods(settings.value("methods"));
    List<PathPattern> patterns = patterns(settings);
    List<MatchCondition> conditions = new ArrayList<>();
    conditions(RequestPart.HEADER, settings.value("headers"), conditions);
    conditions(RequestPart.QUERY, settings.value("query"), conditions);
    List<Match> except = plain(settings.value("not"), section);
    long cost = cost(settings);
    if (section == Section.OUTBOUND) {
      for (Destination destination : DestinationParser.ofMap(settings)) {
        for (PathPattern pattern : patterns) {
          matches.add(new Match(methods, destination, pattern, conditions, except, cost));
        }
      }
      return;
    }
    List<MatchCondition> hosts = hosts(settings.value("host"));
    for (PathPattern pattern : patterns) {
      if (hosts.isEmpty()) {
        matches.add(new Match(methods, pattern, conditions, except, cost));
      }
      for (MatchCondition host : hosts) {
        List<MatchCondition> all = new ArrayList<>(List.of(host));
        all.addAll(conditions);
        matches.add(new Match(methods, pattern, all, except, cost));
      }
    }
  }

  private static List<String> methods(@Nullable LocatedValue value) {
    List<String> methods = new ArrayList<>();
    for (LocatedValue item : value == null ? List.<LocatedValue>of() : value.oneOrMore()) {
      LocatedText text = item.text();
      List<String> read = text == null ? null : MatchParser.methods(text);
      methods.addAll(read == null ? List.of() : read);
    }
    return methods;
  }

  private static List<PathPattern> patterns(SettingsMap settings) {
    LocatedValue value = settings.value("path");
    if (value == null) {
      return List.of(PathPattern.parse("/**"));
    }
    List<PathPattern> patterns = new ArrayList<>();
    for (LocatedValue item : value.oneOrMore()) {
      LocatedText text = item.text();
      PathPattern pattern = text == null ? null : MatchParser.pattern(text);
      if (pattern != null) {
        patterns.add(pattern);
      }
    }
    return patterns;
  }

  private static List<MatchCondition> hosts(@Nullable LocatedValue value) {
    List<MatchCondition> hosts = new ArrayList<>();
    for (LocatedValue item : value == null ? List.<LocatedValue>of() : value.oneOrMore()) {
      LocatedText host = item.text();
      if (host != null && isPattern(host)) {
        checkHost(host);
        String name = host.value().toLowerCase(Locale.ROOT);
        String shown = host.hasVariables() ? host.shown() : name;
        hosts.add(new MatchCondition(/* part= */ null, /* name= */ "", name, shown));
      }
    }
    return hosts;
  }

  private static void checkHost(LocatedText host) {
    String value = host.value();
    int colon = value.lastIndexOf(':');
    boolean hasPort = colon >= 0 && (value.indexOf(':') == colon || value.charAt(colon - 1) == ']');
    if (hasPort || value.indexOf('/') >= 0) {
      host.error(
          MessageWords.code(host) + " is more than a host",
          "write a name such as `api.example.org` or `*.example.org`, without scheme and port");
    }
  }

  private static void conditions(
      RequestPart part, @Nullable LocatedValue value, List<MatchCondition> into) {
    List<Entry> entries = value == null ? null : value.entries();
    for (Entry entry : entries == null ? List.<Entry>of() : entries) {
      String name = entry.name().value();
      if (part == RequestPart.HEADER && !Alphabet.TOKEN.spells(name)) {
        entry
            .name()
            .error(
                MessageWords.code(name) + " is not a valid header name",
                "write a name such as `X-API-Key`");
      }
      if (entry.value().isTrue()) {
        into.add(new MatchCondition(part, name, /* value= */ null));
        continue;
      }
      LocatedText text = entry.value().text();
      if (text != null && isPattern(text)) {
        into.add(new MatchCondition(part, name, text.value(), text.shown()));
      }
    }
  }

  /** Checks that a {@code *} is only at the start or at the end. */
  private static boolean isPattern(LocatedText text) {
    int star = text.value().indexOf('*', 1);
    if (star >= 0 && star < text.value().length() - 1) {
      text.error(
          MessageWords.code(text) + " has a `*` in the middle",
          "use a `*` for any text only at the start or at the end");
      return false;
    }
    return true;
  }

  private long cost(SettingsMap settings) {
    if (!priced) {
      settings.errorAt("cost", "`cost` is not allowed here", "remove it");
      return 0;
    }
    LocatedText text = settings.text("cost");
    Long cost = text == null ? null : cost(text);
    if (text != null && cost != null) {
      costs.add(text);
    }
    return cost == null ? 0 : cost;
  }

  /** The cost of a call; null, with a problem, if it is invalid. */
  public static @Nullable Long cost(LocatedText text) {
    return WholeNumberParser.parse(text, "a cost", 1, MAX_COST);
  }
}
