package dev.penstock.testredis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;

/** The authentication and encryption of connections to a server. */
public record RedisOptions(@Nullable String user, @Nullable String password, boolean isTls) {
  private static final int TIMEOUT_MILLIS = 5_000;

  /** No authentication. */
  public static RedisOptions none() {
    return new RedisOptions(null, null, false);
  }

  /** The default user needs this password. */
  public RedisOptions withPassword(String newPassword) {
    return new RedisOptions(null, newPassword, isTls);
  }

  /** Only this user can connect; the default user is disabled. */
  public RedisOptions withUser(String newUser, String newPassword) {
    return new RedisOptions(newUser, newPassword, isTls);
  }

  /** Accepts TLS only, with a certificate of {@link TlsFiles#shared()}. */
  public RedisOptions withTls() {
    return new RedisOptions(user, password, true);
  }

  boolean areNone() {
    return equals(none());
  }

  String uri(String host, int port) {
    try {
      String scheme = isTls ? "rediss" : "redis";
      return new URI(scheme, userInfo(), host, port, null, null, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  Endpoint endpoint(String host, int port) {
    var access =
        DefaultJedisClientConfig.builder()
            .resp2()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .timeoutMillis(TIMEOUT_MILLIS)
            .user(user)
            .password(password);
    if (isTls) {
      access.sslOptions(TlsFiles.shared().trusting());
    }
    return new Endpoint(new HostAndPort(host, port), access.build());
  }

  /** Lines of a {@code redis.conf}. */
  List<String> settings(int port) {
    var lines = new ArrayList<String>();
    if (isTls) {
      lines.addAll(TlsFiles.shared().settings());
    }
    lines.add((isTls ? "tls-port " : "port ") + port);
    if (isTls) {
      lines.add("port 0");
    }
    if (user != null) {
      lines.add("user default off");
      lines.add("user " + user + " on " + quoted(">" + password) + " ~* &* +@all");
    } else if (password != null) {
      lines.add("requirepass " + quoted(password));
    }
    return lines;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private @Nullable String userInfo() {
    if (password == null) {
      return null;
    }
    return (user == null ? "default" : user) + ":" + password;
  }
}
