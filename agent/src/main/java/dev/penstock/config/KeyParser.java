package dev.penstock.config;

import dev.penstock.key.CallMethod;
import dev.penstock.key.ClientIp;
import dev.penstock.key.Composite;
import dev.penstock.key.FirstPresent;
import dev.penstock.key.Global;
import dev.penstock.key.KeySource;
import dev.penstock.key.NamedValue;
import dev.penstock.key.Part;
import dev.penstock.key.PathVariable;
import dev.penstock.rule.Match;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a rule's {@code key}: {@code A | B} is the first present, a list is the combination. */
final class KeyParser {
  private static final Vocabulary SOURCES =
      new Vocabulary(
          List.of("ip", "header.N", "query.N", "cookie.N", "path.N", "method", "global"),
          List.of("user", "session", "form.N", "jwt.N", "attribute.N", "route", "host"));

  private final List<Match> matches;

  KeyParser(List<Match> matches) {
    this.matches = matches;
  }

  /** The source of keys; where it has a problem, something stands in for it. */
  KeySource parse(Value key) {
    List<KeySource> combined = new ArrayList<>();
    for (Value item : key.oneOrMore()) {
      Text text = item.text();
      if (text != null) {
        combined.add(alternatives(text));
      }
    }
    return combined.size() == 1 ? combined.get(0) : new Composite(combined);
  }

  private KeySource alternatives(Text text) {
    List<KeySource> sources = new ArrayList<>();
    KeySource always = null;
    int start = 0;
    while (start <= text.value().length()) {
      int bar = text.value().indexOf('|', start);
      int end = bar < 0 ? text.value().length() : bar;
      Text word = text.part(start, end);
      KeySource source = source(word);
      if (source != null) {
        warnIfUnreached(word, always);
        always = always == null && !canBeAbsent(source) ? source : always;
        sources.add(source);
      }
      start = end + 1;
    }
    // A caller that leaves its key out must not leave its limit behind as well.
    if (always == null) {
      sources.add(ClientIp.INSTANCE);
    }
    return sources.size() == 1 ? sources.get(0) : new FirstPresent(sources);
  }

  private static void warnIfUnreached(Text word, @Nullable KeySource always) {
    // A server may not know an address, so something after `ip` that is always there makes sense.
    boolean helpsOut = always == ClientIp.INSTANCE && word.value().equals("global");
    if (always != null && !helpsOut) {
      word.warning(
          Words.code(word.value())
              + " is never used, as every call has "
              + Words.code(always.toString()),
          "put " + Words.code(always.toString()) + " last");
    }
  }

  private static boolean canBeAbsent(KeySource source) {
    return source instanceof NamedValue;
  }

  private @Nullable KeySource source(Text word) {
    return switch (word.value()) {
      case "ip" -> ClientIp.INSTANCE;
      case "method" -> CallMethod.INSTANCE;
      case "global" -> Global.INSTANCE;
      default -> named(word);
    };
  }

  private @Nullable KeySource named(Text word) {
    if (word.isEmpty()) {
      word.error("a key source is missing here", "alternatives are written `header.N | ip`");
      return null;
    }
    int dot = word.value().indexOf('.');
    String kind = dot < 0 ? word.value() : word.value().substring(0, dot);
    if (!SOURCES.known().contains(kind + ".N")) {
      refuse(word, kind);
      return null;
    }
    Text name = word.part(dot < 0 ? word.value().length() : dot + 1, word.value().length());
    if (!isName(kind, name.value())) {
      word.error(
          Words.code(word.value()) + " does not name a " + what(kind),
          "write " + Words.code(example(kind)));
      return null;
    }
    return kind.equals("path") ? pathVariable(name) : new NamedValue(part(kind), name.value());
  }

  private static void refuse(Text word, String kind) {
    String nearest = SOURCES.nearest(kind + ".N");
    if (SOURCES.planned().contains(kind + ".N")) {
      word.error(
          Words.code(word.value()) + " is not supported yet",
          "supported key sources are " + Words.list(SOURCES.known()));
    } else if (kind.length() < word.value().length() && nearest != null) {
      String meant = nearest.substring(0, nearest.length() - 2);
      word.error(
          "unknown key source " + Words.code(word.value()),
          Suggestion.didYouMean(meant + word.value().substring(kind.length())));
    } else {
      SOURCES.refuse(word, "key source");
    }
  }

  private static boolean isName(String kind, String name) {
    return kind.equals("query")
        ? !name.isEmpty() && name.indexOf(' ') < 0 && Words.plain(name).equals(name)
        : Alphabet.TOKEN.spells(name);
  }

  private static String what(String kind) {
    return switch (kind) {
      case "query" -> "query parameter";
      case "path" -> "variable of the path";
      default -> kind;
    };
  }

  private static String example(String kind) {
    return switch (kind) {
      case "header" -> "header.X-API-Key";
      case "query" -> "query.token";
      case "cookie" -> "cookie.session";
      default -> "path.id";
    };
  }

  private static Part part(String kind) {
    return switch (kind) {
      case "header" -> Part.HEADER;
      case "cookie" -> Part.COOKIE;
      default -> Part.QUERY;
    };
  }

  private KeySource pathVariable(Text name) {
    for (Match match : matches) {
      List<String> variables = match.pattern().variableNames();
      if (!variables.contains(name.value())) {
        String nearest = Suggestion.nearest(name.value(), variables);
        name.error(
            Words.code(match.pattern().toString()) + " has no variable " + Words.code(name.value()),
            nearest == null
                ? "write " + Words.code("{" + name.value() + "}") + " for one of its segments"
                : Suggestion.didYouMean(nearest));
        break;
      }
    }
    return new PathVariable(name.value());
  }
}
