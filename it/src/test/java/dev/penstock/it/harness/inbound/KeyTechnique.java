package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.it.harness.apps.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that Penstock and the application may read differently: a line of {@code
 * key-techniques.txt}.
 *
 * @param mustCount true if every server must count the request by its key
 */
public record KeyTechnique(Kind kind, boolean mustCount, String text, int number) {
  private static final String FILE = "key-techniques.txt";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final Pattern LINE = Pattern.compile("([a-z]+)(!?) +(.*)");
  private static final Pattern EBCDIC = Pattern.compile("\\{ebcdic:([^}]*)}");
  private static final Pattern MANY = Pattern.compile("\\{many:(\\d+):([^}]*)}");

  /** The location of the key in a request. */
  public enum Kind {
    QUERY,
    COOKIE,
    HEADER,
    PATH,
    FORM,
    PUT
  }

  /** All techniques, in the order of the file. */
  static List<KeyTechnique> all() {
    List<KeyTechnique> techniques = new ArrayList<>();
    for (String line : file()) {
      Matcher parts = LINE.matcher(line);
      if (!line.startsWith("#") && parts.matches()) {
        Kind kind = Kind.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
        boolean mustCount = !parts.group(2).isEmpty();
        techniques.add(new KeyTechnique(kind, mustCount, parts.group(3), techniques.size()));
      }
    }
    return techniques;
  }

  private static List<String> file() {
    try {
      return Files.readAllLines(Artifacts.PROJECT.resolve("it/src/test/resources/" + FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of the request, the body last. */
  String[] request() {
    String request = text.replace("{n}", Integer.toString(number));
    request = request.replace("\\t", "\t").replace("\\v", "\u000b");
    request = each(EBCDIC, request, found -> escaped(found.group(1), Charset.forName("IBM037")));
    request = each(MANY, request, found -> found.group(2).repeat(Integer.parseInt(found.group(1))));
    return lines(kind, request);
  }

  /** A path that applications read in two ways, so Penstock counts it by the address. */
  static String[] ambiguousPath() {
    return lines(Kind.PATH, "two;readings");
  }

  /** The simplest requests of the same kind that carry this identity. */
  List<String[]> simplest(String identity) {
    String utf8 = escaped(identity, UTF_8);
    String latin1 = escaped(identity, ISO_8859_1);
    List<String> requests =
        switch (kind) {
          case QUERY -> List.of("id=" + utf8, "id=" + latin1);
          case COOKIE -> List.of("id=" + identity, "id=" + utf8);
          // Some servers decode header fields as UTF-8, against RFC 9110.
          case HEADER ->
              List.of(
                  "X-Id: " + identity, "X-Id: " + new String(identity.getBytes(UTF_8), ISO_8859_1));
          case PATH -> List.of(utf8);
          case FORM, PUT -> List.of("~ //  // id=" + utf8, "~ //  // id=" + latin1);
        };
    return requests.stream().map(request -> lines(kind, request)).toList();
  }

  private static String[] lines(Kind kind, String request) {
    return switch (kind) {
      case QUERY -> get("/seen/query?" + request);
      case COOKIE -> get("/seen/cookie", "Cookie: " + request.replace(" // ", "\r\nCookie: "));
      case HEADER -> get("/seen/header", request.replace(" // ", "\r\n"));
      case PATH -> get("/seen/path/" + request);
      case FORM -> form("POST", request.split(" // ?", -1));
      case PUT -> form("PUT", request.split(" // ?", -1));
    };
  }

  private static String[] get(String target, String... headers) {
    List<String> lines = new ArrayList<>();
    lines.add("GET " + target + " HTTP/1.1");
    lines.add("Host: localhost");
    lines.addAll(List.of(headers));
    lines.add("Connection: close");
    return lines.toArray(String[]::new);
  }

  /** Type, query and body. */
  private static String[] form(String method, String[] parts) {
    String query = parts[1].isBlank() ? "" : "?" + parts[1].strip();
    return new String[] {
      method + " /seen/form" + query + " HTTP/1.1",
      "Host: localhost",
      "Content-Type: " + parts[0].replace("~", FORM),
      "Content-Length: " + parts[2].getBytes(ISO_8859_1).length,
      "Connection: close",
      "",
      parts[2]
    };
  }

  private static String each(
      Pattern pattern, String text, Function<MatchResult, String> replacement) {
    return pattern
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)));
  }

  private static String escaped(String text, Charset charset) {
    var escaped = new StringBuilder();
    for (byte each : text.getBytes(charset)) {
      escaped.append(String.format("%%%02X", each));
    }
    return escaped.toString();
  }

  @Override
  public String toString() {
    return kind + " " + text;
  }
}
