package dev.penstock.config;

import dev.penstock.key.CallMethod;
import dev.penstock.key.CallTrait;
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
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a rule's {@code key}: {@code A | B} is the first present, a list is the combination. */
final class KeyParser {
  static final Vocabulary SOURCES =
      new Vocabulary(
          List.of(
              "ip",
              "user",
              "session",
              "header.N",
              "query.N",
              "cookie.N",
              "form.N",
              "path.N",
              "jwt.N",
              "attribute.N",
              "route",
              "method",
              "host",
              "global"));

  private static final List<String> WITH_FORMS = List.of("POST", "PUT", "PATCH");

  private final Section section;
  private final NamedKeys keys;
  private final List<Match> matches;

  /** For a rule with these matches; there are none where a key belongs to no rule. */
  KeyParser(Section section, NamedKeys keys, List<Match> matches) {
    this.section = section;
    this.keys = keys;
    this.matches = matches;
  }

  /** True if a word means something without being defined. */
  static boolean isSource(String word) {
    return SOURCES.known().contains(word) || SOURCES.known().contains(word + ".N");
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

  /** {@code A | B}. */
  KeySource alternatives(Text text) {
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
        always = always == null && !source.canBeAbsent() ? source : always;
        sources.addAll(source instanceof FirstPresent first ? first.sources() : List.of(source));
      }
      start = end + 1;
    }
    return sources.size() == 1 ? sources.get(0) : new FirstPresent(sources);
  }

  private static void warnIfUnreached(Text word, @Nullable KeySource always) {
    // A server may not know an address, so something after `ip` that is always there makes sense.
    boolean helpsOut = always == ClientIp.INSTANCE && word.value().equals("global");
    if (always != null && !helpsOut) {
      word.warning(
          Words.code(word) + " is never used, as every call has " + Words.code(always.toString()),
          "put " + Words.code(always.toString()) + " last");
    }
  }

  private @Nullable KeySource source(Text word) {
    KeySource source = sourceOfAnyCall(word);
    if (source != null && section == Section.OUTBOUND) {
      OutboundKeys.check(word, source);
    }
    return source;
  }

  private @Nullable KeySource sourceOfAnyCall(Text word) {
    KeySource defined = keys.find(word);
    if (defined != null) {
      checkVariables(word, defined);
      return defined;
    }
    return switch (word.value()) {
      case "ip" -> ClientIp.INSTANCE;
      case "user" -> CallTrait.USER;
      case "session" -> CallTrait.SESSION;
      case "route" -> CallTrait.ROUTE;
      case "host" -> CallTrait.HOST;
      case "method" -> CallMethod.INSTANCE;
      case "global" -> Global.INSTANCE;
      default -> named(word);
    };
  }

  private @Nullable KeySource named(Text word) {
    if (word.isEmpty()) {
      word.error(
          "a key source is missing here",
          "alternatives are written "
              + (section == Section.OUTBOUND ? "`header.N | host`" : "`header.N | ip`"));
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
          Words.code(word) + " does not name " + what(kind), "write " + Words.code(example(kind)));
      return null;
    }
    warn(word, kind);
    return kind.equals("path")
        ? pathVariable(name)
        : new NamedValue(part(kind), name.value(), word.shown());
  }

  private void refuse(Text word, String kind) {
    String nearest = section.keySources().nearest(kind + ".N");
    String defined = Suggestion.nearest(word.value(), keys.names());
    String spelling = defined == null ? KeySpelling.meant(word, section) : null;
    if (defined != null || spelling != null) {
      String meant = defined == null ? spelling : defined;
      word.error(
          "unknown key source " + Words.code(word), Suggestion.didYouMean(String.valueOf(meant)));
    } else if (kind.length() < word.value().length() && nearest != null) {
      String meant = nearest.substring(0, nearest.length() - 2);
      String rest = word.part(kind.length(), word.value().length()).shown();
      word.error("unknown key source " + Words.code(word), Suggestion.didYouMean(meant + rest));
    } else {
      section.keySources().refuse(word, "key source");
    }
  }

  private static boolean isName(String kind, String name) {
    return switch (kind) {
      case "query", "form", "jwt" ->
          !name.isEmpty() && name.indexOf(' ') < 0 && Words.plain(name).equals(name);
      default -> Alphabet.TOKEN.spells(name);
    };
  }

  private static String what(String kind) {
    return switch (kind) {
      case "query" -> "a query parameter";
      case "form" -> "a form field";
      case "path" -> "a variable of the path";
      case "jwt" -> "a claim";
      case "attribute" -> "an attribute";
      default -> "a " + kind;
    };
  }

  private static String example(String kind) {
    return switch (kind) {
      case "header" -> "header.X-API-Key";
      case "query" -> "query.token";
      case "cookie" -> "cookie.session";
      case "form" -> "form.username";
      case "jwt" -> "jwt.sub";
      case "attribute" -> "attribute.tenant";
      default -> "path.id";
    };
  }

  private static Part part(String kind) {
    return switch (kind) {
      case "header" -> Part.HEADER;
      case "cookie" -> Part.COOKIE;
      case "form" -> Part.FORM;
      case "jwt" -> Part.JWT;
      case "attribute" -> Part.ATTRIBUTE;
      default -> Part.QUERY;
    };
  }

  private void warn(Text word, String kind) {
    if (kind.equals("jwt")) {
      word.warning(
          Words.code(word) + " is taken from a token that nobody has verified yet",
          "a caller can invent it to get a fresh budget; add a limit by `ip`");
    }
    for (Match match : kind.equals("form") ? matches : List.<Match>of()) {
      if (!match.methods().isEmpty() && Collections.disjoint(match.methods(), WITH_FORMS)) {
        word.warning(
            "a form is never sent with " + Words.code(String.join(",", match.methods())),
            "forms are sent with `POST`");
        return;
      }
    }
  }

  /** A key with a name is read before the rules are, so it learns only here what they lack. */
  private void checkVariables(Text word, KeySource source) {
    if (source instanceof FirstPresent first) {
      checkVariables(word, first.sources());
    } else if (source instanceof Composite composite) {
      checkVariables(word, composite.sources());
    } else if (source instanceof PathVariable variable) {
      for (Match match : matches) {
        if (!match.pattern().variableNames().contains(variable.name())) {
          word.error(
              Words.code(match.pattern().toString())
                  + " has no variable "
                  + Words.code(variable.toString().substring("path.".length())),
              "the key " + Words.code(word) + " needs it");
          return;
        }
      }
    }
  }

  private void checkVariables(Text word, List<KeySource> sources) {
    for (KeySource source : sources) {
      checkVariables(word, source);
    }
  }

  private KeySource pathVariable(Text name) {
    for (Match match : matches) {
      List<String> variables = match.pattern().variableNames();
      if (!variables.contains(name.value())) {
        boolean quotable = match.pattern().text().equals(match.pattern().toString());
        String nearest = quotable ? Suggestion.nearest(name.value(), variables) : null;
        name.error(
            Words.code(match.pattern().toString()) + " has no variable " + Words.code(name),
            nearest == null
                ? "write " + Words.code("{" + name.shown() + "}") + " for one of its segments"
                : Suggestion.didYouMean(nearest));
        break;
      }
    }
    return new PathVariable(name.value(), name.shown());
  }
}
