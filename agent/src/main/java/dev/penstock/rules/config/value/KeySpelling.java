package dev.penstock.rules.config.value;

import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Suggests key sources for the spellings of other tools. */
final class KeySpelling {
  private static final Map<String, List<String>> SYNONYMS =
      Map.of(
          "ip",
          List.of(
              "remoteaddr",
              "remoteaddress",
              "remoteip",
              "clientip",
              "clientaddress",
              "client",
              "ipaddress",
              "address",
              "addr",
              "sourceip",
              "srcip",
              "peer",
              "xforwardedfor"),
          "user",
          List.of(
              "username",
              "userid",
              "principal",
              "login",
              "account",
              "subject",
              "remoteuser",
              "authenticateduser"),
          "session",
          List.of("sessionid", "jsessionid"),
          "header.X-API-Key",
          List.of("apikey", "xapikey"),
          "header.Authorization",
          List.of("authorization", "bearer", "bearertoken"),
          "header.User-Agent",
          List.of("useragent"),
          "global",
          List.of("all", "any", "everyone", "everybody", "none", "shared", "total", "constant"),
          "route",
          List.of("endpoint", "url", "uri", "requestpath"),
          "method",
          List.of("httpmethod", "verb"),
          "host",
          List.of("hostname", "domain", "servername", "authority"));

  private static final Map<String, List<String>> PREFIXES =
      Map.of(
          "header", List.of("header", "headers", "httpheader", "hdr"),
          "cookie", List.of("cookie", "cookies"),
          "query", List.of("query", "param", "params", "queryparam", "parameter", "arg"),
          "form", List.of("form", "body", "formfield", "field"),
          "jwt", List.of("jwt", "claim", "claims", "token"),
          "path", List.of("path", "pathvariable", "pathparam", "variable"),
          "attribute", List.of("attribute", "attributes", "attr"));

  private KeySpelling() {}

  /** The key source that was probably meant; null if there is no suggestion. */
  static @Nullable String suggest(LocatedText word, Section section) {
    if (!word.isQuotable()) {
      return null; // a suggestion would show the value
    }
    String suggestion = suggest(word.value());
    if (suggestion == null || section == Section.INBOUND) {
      return suggestion;
    }
    int dot = suggestion.indexOf('.');
    List<String> known = section.keySources().known();
    return known.contains(dot < 0 ? suggestion : suggestion.substring(0, dot) + ".N")
        ? suggestion
        : null;
  }

  private static @Nullable String suggest(String value) {
    String list = listOf(value);
    if (list != null) {
      return list;
    }
    if (value.startsWith("{") && value.endsWith("}")) {
      return "path." + value.substring(1, value.length() - 1);
    }
    String synonym = synonyms().get(plain(value));
    if (synonym != null) {
      return synonym;
    }
    String prefixed = prefixed(value);
    if (prefixed != null) {
      return prefixed;
    }
    boolean looksLikeHeader =
        Alphabet.TOKEN.spells(value)
            && value.indexOf('.') < 0
            && value.indexOf('-') > 0
            && (Character.isUpperCase(value.charAt(0)) || value.startsWith("x-"));
    return looksLikeHeader ? "header." + value : null;
  }

  /** The list for {@code ip,user} or {@code ip + user}; null for other spellings. */
  private static @Nullable String listOf(String value) {
    for (String separator : List.of(",", "+", "&", " and ")) {
      int at = value.indexOf(separator);
      if (at > 0) {
        String first = value.substring(0, at).strip();
        String second = value.substring(at + separator.length()).strip();
        return KeyParser.isSource(first) && KeyParser.isSource(second)
            ? "[" + first + ", " + second + "]"
            : null;
      }
    }
    return null;
  }

  /** The source for {@code header:X} or {@code request.headers.X}; null for other spellings. */
  private static @Nullable String prefixed(String value) {
    String rest = value;
    for (String start : List.of("http.", "request.", "req.")) {
      rest = rest.startsWith(start) ? rest.substring(start.length()) : rest;
    }
    int end = 0;
    while (end < rest.length() && ".:=[(".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    if (end == rest.length()) {
      return null;
    }
    String name = rest.substring(end + 1).replaceAll("[\\])'\"]", "");
    String kind = plain(rest.substring(0, end));
    for (Map.Entry<String, List<String>> prefix : PREFIXES.entrySet()) {
      if (!name.isEmpty() && prefix.getValue().contains(kind)) {
        return prefix.getKey() + "." + name;
      }
    }
    return null;
  }

  private static Map<String, String> synonyms() {
    Map<String, String> synonyms = new HashMap<>();
    SYNONYMS.forEach((source, words) -> words.forEach(word -> synonyms.put(word, source)));
    return synonyms;
  }

  /** The word in lower case, without the separators that tools put between words. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_.$ ]", "");
  }
}
