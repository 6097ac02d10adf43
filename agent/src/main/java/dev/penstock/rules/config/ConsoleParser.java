package dev.penstock.rules.config;

import dev.penstock.rules.ConsoleSettings;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.WholeNumberParser;
import dev.penstock.rules.key.IpAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses {@code console}: the address of the console, and the token to use it. */
final class ConsoleParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("port", "host", "token"));
  private static final int MAX = 65_535;
  private static final int SHORTEST_TOKEN = 16;
  private static final String TOKEN_HELP =
      "use a long random token from an environment variable: `token: ${env:NAME}`";

  private ConsoleParser() {}

  /** The console settings; null if there are none, or if they are invalid, with a problem. */
  static @Nullable ConsoleSettings parse(@Nullable LocatedValue written) {
    if (written == null) {
      return null;
    }
    if (!written.isMap()) {
      LocatedText number = written.text();
      Long port = number == null ? null : port(number);
      return port == null
          ? null
          : new ConsoleSettings(ConsoleSettings.LOOPBACK, port.intValue(), /* token= */ null);
    }
    SettingsMap settings = written.settings(KEYS);
    return settings == null ? null : parse(written, settings);
  }

  private static @Nullable ConsoleSettings parse(LocatedValue written, SettingsMap settings) {
    if (!settings.mentions("port")) {
      written.error("`console` has no `port`", "add the port to listen on, such as `port: 9797`");
    }
    LocatedText number = settings.text("port");
    Long port = number == null ? null : port(number);
    LocatedText at = settings.text("host");
    String host = at == null ? ConsoleSettings.LOOPBACK : host(at);
    String token = token(settings);
    if (at != null && host != null && !isLoopback(host) && !settings.mentions("token")) {
      at.error(
          "other machines can reach the console at "
              + MessageWords.code(at)
              + ", so it needs a token",
          "add `token: ${env:NAME}`, or remove `host` to allow access from this machine only");
    }
    return port == null || host == null ? null : new ConsoleSettings(host, port.intValue(), token);
  }

  private static @Nullable Long port(LocatedText text) {
    if (!Alphabet.DIGITS.spells(text.value())) {
      text.error(MessageWords.code(text) + " is not a port", "write a number such as `9797`");
      return null;
    }
    return WholeNumberParser.parse(text, "a port", 1, MAX);
  }

  /** The address or host name, without a lookup; null, with a problem, if it is neither. */
  private static @Nullable String host(LocatedText text) {
    String host = text.value().toLowerCase(Locale.ROOT);
    boolean inBrackets = host.startsWith("[") && host.endsWith("]");
    String bare = inBrackets ? host.substring(1, host.length() - 1) : host;
    boolean isName = !inBrackets && Alphabet.HOST.spells(bare);
    if (!isName && !new IpAddress().parse(bare, 0, bare.length())) {
      text.error(
          MessageWords.code(text) + " is not a host",
          "write only an address or a name, such as `0.0.0.0` for all addresses of this machine");
      return null;
    }
    return bare;
  }

  private static boolean isLoopback(String host) {
    IpAddress address = new IpAddress();
    return host.equals("localhost")
        || (address.parse(host, 0, host.length()) && address.isLoopback());
  }

  /** Parses the token. Messages never contain its value. */
  private static @Nullable String token(SettingsMap settings) {
    LocatedText text = settings.text("token");
    LocatedValue written = settings.value("token");
    if (text == null || written == null) {
      return null;
    }
    int length = text.value().codePointCount(0, text.value().length());
    if (length < SHORTEST_TOKEN) {
      text.error(
          "a token must have at least " + SHORTEST_TOKEN + " characters, was " + length,
          TOKEN_HELP);
    } else if (!isVisibleAscii(text.value())) {
      text.error("a token can only contain printable ASCII characters without spaces", TOKEN_HELP);
    } else if (written.isWrittenOut()) {
      text.warning("everyone who can read this file can read the token", TOKEN_HELP);
    }
    return text.value();
  }

  /** True if a header field can carry the text. */
  private static boolean isVisibleAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
