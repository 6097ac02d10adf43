package dev.penstock.store.redis.client;

import dev.penstock.store.redis.client.RedisAddress.Node;
import dev.penstock.store.redis.client.RedisAddress.Topology;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses a Redis address such as {@code rediss://user:password@host:6380/2}. */
final class RedisAddressParser {
  /*
   * Does not use java.net.URI: that accepts one host only, rejects underscores in host names, and
   * quotes the whole text, including the password, in its messages. Credentials end at the last
   * `@`. So a password may contain characters that would need escaping elsewhere, and a mistake in
   * it never appears in a message as a host or a port.
   */
  private static final int PORT = 6379;
  private static final int SENTINEL_PORT = 26379;
  private static final int HIGHEST_PORT = 65_535;
  private static final int MAX_DIGITS = 9;
  private static final String HOST_MARKS = "-_.";
  private static final String NAME_MARKS = "-_.:";
  private static final String ADDRESS_MARKS = ":.";

  private final Topology topology;
  private final boolean tls;
  private final List<Node> nodes = new ArrayList<>();
  private @Nullable String user;
  private @Nullable String password;
  private @Nullable String masterName;
  private int database;

  private RedisAddressParser(Topology topology, boolean tls) {
    this.topology = topology;
    this.tls = tls;
  }

  static RedisAddress parse(String text) {
    int schemeEnd = text.indexOf("://");
    String scheme = schemeEnd < 0 ? "" : text.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
    if (!consistsOf(scheme, "+-.")) {
      throw new IllegalArgumentException("this is not a Redis address");
    }
    int dash = scheme.indexOf('-');
    String product = dash < 0 ? scheme : scheme.substring(0, dash);
    String kind = dash < 0 ? "" : scheme.substring(dash + 1);
    if (!List.of("redis", "rediss", "valkey", "valkeys").contains(product)
        || (dash >= 0 && !List.of("sentinel", "cluster").contains(kind))) {
      throw new IllegalArgumentException("unknown scheme `" + scheme + "`");
    }
    boolean tls = product.equals("rediss") || product.equals("valkeys");
    return parse(text.substring(schemeEnd + "://".length()), kind, tls);
  }

  private static RedisAddress parse(String rest, String kind, boolean tls) {
    int credentialsEnd = rest.lastIndexOf('@');
    String place = rest.substring(credentialsEnd + 1);
    int slash = place.indexOf('/');
    String hosts = slash < 0 ? place : place.substring(0, slash);
    RedisAddressParser parser = new RedisAddressParser(topology(kind, hosts), tls);
    if (credentialsEnd >= 0) {
      parser.readCredentials(rest.substring(0, credentialsEnd));
    }
    parser.readHosts(hosts);
    parser.readPath(slash < 0 ? "" : place.substring(slash + 1));
    return parser.address();
  }

  private static Topology topology(String kind, String hosts) {
    if (kind.equals("sentinel")) {
      return Topology.SENTINEL;
    }
    boolean several = hosts.indexOf(',') >= 0;
    return several || kind.equals("cluster") ? Topology.CLUSTER : Topology.SINGLE;
  }

  private RedisAddress address() {
    return new RedisAddress(topology, nodes, masterName, user, password, database, tls);
  }

  private void readCredentials(String credentials) {
    int colon = credentials.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("there is no `:` and password before the `@`");
    }
    if (colon == credentials.length() - 1) {
      throw new IllegalArgumentException("the password before the `@` is empty");
    }
    user = colon == 0 ? null : decoded(credentials.substring(0, colon));
    password = decoded(credentials.substring(colon + 1));
  }

  /** Replaces each {@code %} and the two digits after it with a byte of UTF-8. */
  private static String decoded(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return escaped;
    }
    byte[] bytes = escaped.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        plain.write(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException(
            "a `%` before the `@` is not followed by two hexadecimal digits");
      }
      plain.write(high * 16 + low);
      i += 2;
    }
    return plain.toString(StandardCharsets.UTF_8);
  }

  private void readHosts(String hosts) {
    int defaultPort = topology == Topology.SENTINEL ? SENTINEL_PORT : PORT;
    for (String host : hosts.split(",", -1)) {
      nodes.add(node(host, defaultPort));
    }
  }

  private static Node node(String text, int defaultPort) {
    int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
    int colon = text.indexOf(':', Math.max(bracket, 0));
    String host = colon < 0 ? text : text.substring(0, colon);
    if (host.isEmpty()) {
      throw new IllegalArgumentException("a host is missing");
    }
    if (bracket < 0 && colon != text.lastIndexOf(':')) {
      throw new IllegalArgumentException("an IPv6 address must be in brackets");
    }
    boolean isHost =
        host.startsWith("[")
            ? bracket == host.length() - 1 && isIpv6(host.substring(1, bracket))
            : consistsOf(host, HOST_MARKS);
    if (!isHost) {
      throw new IllegalArgumentException("this is not a host: `" + shortened(host) + "`");
    }
    return new Node(host, colon < 0 ? defaultPort : port(host, text.substring(colon + 1)));
  }

  /** Brackets stay part of the host, because the JDK accepts them and a port may follow. */
  private static boolean isIpv6(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (ADDRESS_MARKS.indexOf(c) < 0 && (c > 'f' || Character.digit(c, 16) < 0)) {
        return false;
      }
    }
    return text.indexOf(':') >= 0 && text.indexOf(':') < text.lastIndexOf(':');
  }

  private static int port(String host, String text) {
    // Never quotes text that is not a number: it may be a password whose `@` is missing.
    int port = number(text);
    if (port < 0) {
      throw new IllegalArgumentException("the port of `" + shortened(host) + "` is not a number");
    }
    if (port == 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "a port must be 1 to " + HIGHEST_PORT + ", was " + shortened(text));
    }
    return port;
  }

  private void readPath(String path) {
    String databaseText = path;
    if (topology == Topology.SENTINEL) {
      int slash = path.indexOf('/');
      String name = slash < 0 ? path : path.substring(0, slash);
      if (name.isEmpty()) {
        throw new IllegalArgumentException("the name of the master is missing");
      }
      if (!consistsOf(name, NAME_MARKS)) {
        throw new IllegalArgumentException(
            "this is not a valid master name: `" + shortened(name) + "`");
      }
      masterName = name;
      databaseText = slash < 0 ? "" : path.substring(slash + 1);
    }
    if (databaseText.isEmpty()) {
      return;
    }
    database = number(databaseText);
    if (database < 0) {
      throw new IllegalArgumentException(
          "the database must be a number from 0, was `" + shortened(databaseText) + "`");
    }
    if (topology == Topology.CLUSTER && database > 0) {
      throw new IllegalArgumentException("a cluster has no database " + database);
    }
  }

  /** The text as a number; -1 if it is not a number or is far too large. */
  private static int number(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return -1;
      }
    }
    return text.isEmpty() || text.length() > MAX_DIGITS ? -1 : Integer.parseInt(text);
  }

  /** True if the text is not empty and consists of ASCII letters, digits and these characters. */
  private static boolean consistsOf(String text, String marks) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!isLetter && (c < '0' || c > '9') && marks.indexOf(c) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Limits the length of quoted text, so that a message fits on a line. */
  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
