package dev.penstock.rules.config.value;

import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.key.MethodKey;
import dev.penstock.rules.key.NamedValueKey;
import dev.penstock.rules.key.PathVariableKey;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.rules.key.RequestPropertyKey;
import dev.penstock.rules.match.Match;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code key}: {@code A | B} is the first one present, {@code [A, B]} the combination. */
public final class KeyParser {
  public static final Vocabulary SOURCES =
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
  private final NamedKeysParser keys;
  private final List<Match> matches;

  /** Creates a parser for a rule with these matches; empty for a key outside of rules. */
  public KeyParser(Section section, NamedKeysParser keys, List<Match> matches) {
    this.section = section;
    this.keys = keys;
    this.matches = matches;
  }

  /** True for a built-in key source or the first part of one. */
  static boolean isSource(String word) {
    return SOURCES.known().contains(word) || SOURCES.known().contains(word + ".N");
  }

  /** The key source. An invalid part is reported and left out. */
  KeySource parse(LocatedValue key) {
    List<KeySource> combined = new ArrayList<>();
    for (LocatedValue item : key.oneOrMore()) {
      LocatedText text = item.text();
      if (text != null) {
        combined.add(alternatives(text));
      }
    }
    return combined.size() == 1 ? combined.get(0) : new CompositeKey(combined);
  }

  /** Parses {@code A | B}. */
  public KeySource alternatives(LocatedText text) {
    List<KeySource> sources = new ArrayList<>();
    KeySource always = null;
    int start = 0;
    while (start <= text.value().length()) {
      int bar = text.value().indexOf('|', start);
      int end = bar < 0 ? text.value().length() : bar;
      LocatedText word = text.part(start, end);
      KeySource source = source(word);
      if (source != null) {
        warnIfUnreached(word, always);
        always = always == null && !source.canBeAbsent() ? source : always;
        sources.addAll(source instanceof FirstPresentKey first ? first.sources() : List.of(source));
      }
      start = end + 1;
    }
    return sources.size() == 1 ? sources.get(0) : new FirstPresentKey(sources);
  }

  private static void warnIfUnreached(LocatedText word, @Nullable KeySource always) {
    // `ip | global` makes sense, because a server may not know the address of a client.
    boolean isFallback = always == ClientIpKey.INSTANCE && word.value().equals("global");
    if (always != null && !isFallback) {
      word.warning(
          MessageWords.code(word)
              + " is never used, because every call has "
              + MessageWords.code(always.toString()),
          "put " + MessageWords.code(always.toString()) + " last");
    }
  }

  private @Nullable KeySource source(LocatedText word) {
    KeySource source = sourceOfAnyCall(word);
    if (source != null && section == Section.OUTBOUND) {
      OutboundKeys.check(word, source);
    }
    return source;
  }

  private @Nullable KeySource sourceOfAnyCall(LocatedText word) {
    KeySource defined = keys.find(word);
    if (defined != null) {
      checkVariables(word, defined);
      return defined;
    }
    return switch (word.value()) {
      case "ip" -> ClientIpKey.INSTANCE;
      case "user" -> RequestPropertyKey.USER;
      case "session" -> RequestPropertyKey.SESSION;
      case "route" -> RequestPropertyKey.ROUTE;
      case "host" -> RequestPropertyKey.HOST;
      case "method" -> MethodKey.INSTANCE;
      case "global" -> GlobalKey.INSTANCE;
      default -> named(word);
    };
  }

  private @Nullable KeySource named(LocatedText word) {
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
      reject(word, kind);
      return null;
    }
    LocatedText name = word.part(dot < 0 ? word.value().length() : dot + 1, word.value().length());
    if (!isName(kind, name.value())) {
      word.error(
          MessageWords.code(word) + " does not name " + what(kind),
          "write " + MessageWords.code(example(kind)));
      return null;
    }
    warn(word, kind);
    return kind.equals("path")
        ? pathVariable(name)
        : new NamedValueKey(part(kind), name.value(), word.shown());
  }

  private void reject(LocatedText word, String kind) {
    String nearest = section.keySources().nearest(kind + ".N");
    String defined = Suggestion.nearest(word.value(), keys.names());
    String spelling = defined == null ? KeySpelling.suggest(word, section) : null;
    if (defined != null || spelling != null) {
      String suggestion = defined == null ? spelling : defined;
      word.error(
          "unknown key source " + MessageWords.code(word),
          Suggestion.didYouMean(String.valueOf(suggestion)));
    } else if (kind.length() < word.value().length() && nearest != null) {
      String suggestion = nearest.substring(0, nearest.length() - 2);
      String rest = word.part(kind.length(), word.value().length()).shown();
      word.error(
          "unknown key source " + MessageWords.code(word),
          Suggestion.didYouMean(suggestion + rest));
    } else {
      section.keySources().reject(word, "key source");
    }
  }

  private static boolean isName(String kind, String name) {
    return switch (kind) {
      case "query", "form", "jwt" ->
          !name.isEmpty() && name.indexOf(' ') < 0 && MessageWords.plain(name).equals(name);
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

  private static RequestPart part(String kind) {
    return switch (kind) {
      case "header" -> RequestPart.HEADER;
      case "cookie" -> RequestPart.COOKIE;
      case "form" -> RequestPart.FORM;
      case "jwt" -> RequestPart.JWT;
      case "attribute" -> RequestPart.ATTRIBUTE;
      default -> RequestPart.QUERY;
    };
  }

  private void warn(LocatedText word, String kind) {
    if (kind.equals("jwt")) {
      word.warning(
          MessageWords.code(word) + " is read from a token before its signature is verified",
          "a client can forge it to get a new budget; add a limit by `ip`");
    }
    for (Match match : kind.equals("form") ? matches : List.<Match>of()) {
      if (!match.methods().isEmpty() && Collections.disjoint(match.methods(), WITH_FORMS)) {
        word.warning(
            "a form is never sent with " + MessageWords.code(String.join(",", match.methods())),
            "forms are sent with `POST`");
        return;
      }
    }
  }

  /** Checks the path variables of a named key, which is parsed before the matches of the rule. */
  private void checkVariables(LocatedText word, KeySource source) {
    if (source instanceof FirstPresentKey first) {
      checkVariables(word, first.sources());
    } else if (source instanceof CompositeKey composite) {
      checkVariables(word, composite.sources());
    } else if (source instanceof PathVariableKey variable) {
      for (Match match : matches) {
        if (!match.pattern().variableNames().contains(variable.name())) {
          word.error(
              MessageWords.code(match.pattern().toString())
                  + " has no variable "
                  + MessageWords.code(variable.toString().substring("path.".length())),
              "the key " + MessageWords.code(word) + " needs it");
          return;
        }
      }
    }
  }

  private void checkVariables(LocatedText word, List<KeySource> sources) {
    for (KeySource source : sources) {
      checkVariables(word, source);
    }
  }

  private KeySource pathVariable(LocatedText name) {
    for (Match match : matches) {
      List<String> variables = match.pattern().variableNames();
      if (!variables.contains(name.value())) {
        boolean quotable = match.pattern().text().equals(match.pattern().toString());
        String nearest = quotable ? Suggestion.nearest(name.value(), variables) : null;
        name.error(
            MessageWords.code(match.pattern().toString())
                + " has no variable "
                + MessageWords.code(name),
            nearest == null
                ? "write "
                    + MessageWords.code("{" + name.shown() + "}")
                    + " for one of its segments"
                : Suggestion.didYouMean(nearest));
        break;
      }
    }
    return new PathVariableKey(name.value(), name.shown());
  }
}
