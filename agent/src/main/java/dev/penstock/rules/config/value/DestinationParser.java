package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.WholeNumberParser;
import dev.penstock.rules.key.IpAddress;
import dev.penstock.rules.match.Destination;
import java.net.IDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses the destination of outbound calls: the scheme, host and port of a URL. */
final class DestinationParser {
  static final Vocabulary SCHEMES = new Vocabulary(List.of("http", "https", Destination.ANY));
  private static final String HOSTS =
      "write a name such as `api.example.org`, `*.example.org` for all subdomains, or `*` for any"
          + " host";
  private static final int HIGHEST_PORT = 65_535;

  private DestinationParser() {}

  /**
   * The destinations of a match that is a map. An omitted scheme, host or port matches any value.
   */
  static List<Destination> ofMap(SettingsMap settings) {
    List<Destination> destinations = new ArrayList<>();
    List<Written<String>> hosts =
        each(settings.value("host"), DestinationParser::host, Destination.ANY);
    List<Written<Integer>> ports =
        each(settings.value("port"), DestinationParser::port, Destination.ANY_PORT);
    for (Written<String> scheme :
        each(settings.value("scheme"), DestinationParser::scheme, Destination.ANY)) {
      for (Written<String> host : hosts) {
        for (Written<Integer> port : ports) {
          destinations.add(destination(scheme, host, port));
        }
      }
    }
    return destinations;
  }

  private static Destination destination(
      Written<String> scheme, Written<String> host, Written<Integer> port) {
    Destination plain = new Destination(scheme.value, host.value, port.value);
    if (scheme.shown == null && host.shown == null && port.shown == null) {
      return plain;
    }
    String shownPort =
        port.shown != null ? port.shown : port.value == 0 ? "*" : port.value.toString();
    String shown =
        (scheme.shown != null ? scheme.shown : scheme.value)
            + "://"
            + (host.shown != null ? host.shown : host.value)
            + ":"
            + shownPort;
    return new Destination(scheme.value, host.value, port.value, shown);
  }

  private static <T> List<Written<T>> each(
      @Nullable LocatedValue value, Function<LocatedText, @Nullable T> parser, T byDefault) {
    if (value == null) {
      return List.of(new Written<>(byDefault, /* shown= */ null));
    }
    List<Written<T>> all = new ArrayList<>();
    for (LocatedValue item : value.oneOrMore()) {
      LocatedText text = item.text();
      T parsed = text == null ? null : parser.apply(text);
      if (text != null && parsed != null) {
        all.add(new Written<>(parsed, text.hasVariables() ? text.shown() : null));
      }
    }
    return all;
  }

  /** A value, with its text for messages if a part of it comes from a variable. */
  private record Written<T>(T value, @Nullable String shown) {}

  /** True if a text starts with a scheme and a colon, ignoring case. */
  static boolean startsWithScheme(String text) {
    int colon = text.indexOf(':');
    return colon > 0 && SCHEMES.known().contains(text.substring(0, colon).toLowerCase(Locale.ROOT));
  }

  /** The scheme; null, with a problem, if it is invalid. */
  static @Nullable String scheme(LocatedText text) {
    String lower = text.value().toLowerCase(Locale.ROOT);
    if (SCHEMES.known().contains(text.value())) {
      return text.value();
    }
    if (SCHEMES.known().contains(lower)) {
      text.error(
          MessageWords.code(text) + " is not in lower case", "write " + MessageWords.code(lower));
    } else {
      SCHEMES.reject(text, "scheme");
    }
    return null;
  }

  /** The host in the form that calls use; null, with a problem, if it is invalid. */
  static @Nullable String host(LocatedText text) {
    String lower = text.value().toLowerCase(Locale.ROOT);
    String host = lower.length() > 1 && lower.endsWith(".") ? withoutLast(lower) : lower;
    if (host.equals(Destination.ANY) || isAddress(host)) {
      return host;
    }
    String name = host.startsWith("*.") ? host.substring(2) : host;
    if (Alphabet.HOST.spells(name) && !name.startsWith(".") && !name.contains("..")) {
      return host;
    }
    reject(text, host);
    return null;
  }

  private static String withoutLast(String text) {
    return text.substring(0, text.length() - 1);
  }

  private static boolean isAddress(String host) {
    return host.startsWith("[")
        && host.endsWith("]")
        && new IpAddress().parse(host, 1, host.length() - 1);
  }

  private static void reject(LocatedText text, String host) {
    if (text.isEmpty()) {
      text.error("the host is missing", HOSTS);
    } else if (new IpAddress().parse(host, 0, host.length())) {
      text.error(
          MessageWords.code(text) + " needs brackets",
          "write " + MessageWords.code("[" + text.shown() + "]"));
    } else if (!host.startsWith("[") && (host.indexOf('/') >= 0 || host.indexOf(':') >= 0)) {
      text.error(
          MessageWords.code(text) + " is more than a host",
          "write `scheme`, `port` and `path` as separate settings");
    } else {
      String sent = text.isQuotable() ? asSent(host) : null;
      text.error(
          MessageWords.code(text) + " is not a host",
          sent == null ? HOSTS : "write " + MessageWords.code(sent) + ", as clients send it");
    }
  }

  /** The ASCII form of an internationalized name; null if it has none. */
  private static @Nullable String asSent(String host) {
    try {
      String sent = IDN.toASCII(host);
      return Alphabet.HOST.spells(sent) ? sent : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The port; null, with a problem, if it is invalid. */
  static @Nullable Integer port(LocatedText text) {
    if (text.value().equals(Destination.ANY)) {
      return Destination.ANY_PORT;
    }
    if (text.isEmpty()) {
      text.error("the port is missing", "remove the `:`, or write `:*` for any port");
      return null;
    }
    Long port = WholeNumberParser.parse(text, "a port", 1, HIGHEST_PORT);
    return port == null ? null : Integer.valueOf(port.intValue());
  }
}
