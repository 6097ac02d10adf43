package dev.penstock.redis;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisDataException;

/** A connection to one server, on which answers come in the order of what was sent. */
final class Line {
  private static final String CLIENT_NAME = "penstock-" + ProcessHandle.current().pid();

  private final Connection connection;

  private Line(Connection connection) {
    this.connection = connection;
  }

  /** Connects, and shows who we are, within about {@code connectMillis}; throws if that fails. */
  static Line to(RedisAddress.Node node, RedisAddress identity, int connectMillis) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            // No HELLO and no SETINFO: servers of any age, and Valkey, take what is left.
            .serverDefaultProtocol()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(connectMillis)
            .socketTimeoutMillis(connectMillis)
            .user(identity.user())
            .password(identity.password())
            .database(identity.database())
            .clientName(CLIENT_NAME);
    if (identity.tls()) {
      // The certificate and the name in it, both against what this JVM trusts.
      config.sslOptions(SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).build());
    }
    return new Line(new Connection(new HostAndPort(node.host(), node.port()), config.build()));
  }

  /** How long {@link #read} waits. */
  void patience(int millis) {
    connection.setSoTimeout(millis);
  }

  /** Puts a question on the line; it leaves with the next {@link #read} at the latest. */
  void send(Errand errand) {
    if (errand.isAsking()) {
      connection.sendCommand(Command.ASKING);
    }
    Question question = errand.question();
    Script script = question.script();
    CommandArguments command =
        errand.isWholeText()
            ? new CommandArguments(Command.EVAL).add(script.text())
            : new CommandArguments(Command.EVALSHA).add(script.sha());
    List<byte[]> keys = question.keys();
    command.add(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      command.add(keys.get(i));
    }
    List<byte[]> arguments = question.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      command.add(arguments.get(i));
    }
    connection.sendCommand(command);
  }

  /** The next answer: numbers, bytes, lists of such, null, or the error that the server sent. */
  @Nullable Object read() {
    try {
      return connection.getOne();
    } catch (JedisDataException refusal) {
      return refusal;
    }
  }

  /** Sends a command and reads its answer, with nothing else on the line. */
  @Nullable Object request(Command command, String... arguments) {
    connection.sendCommand(command, arguments);
    return read();
  }

  /** Sees that the server is willing to work; null if it is, or else what it says. */
  @Nullable String complaint() {
    Object reply = request(Command.PING);
    if (reply instanceof JedisDataException refusal) {
      String message = String.valueOf(refusal.getMessage());
      // Who may run scripts but not PING has had an answer all the same.
      return message.startsWith("NOPERM") ? null : message;
    }
    return null;
  }

  /** Ends it, from any thread; whoever reads from it fails. */
  void hangUp() {
    try {
      connection.forceDisconnect();
    } catch (IOException | RuntimeException itIsGoneAnyway) {
      return;
    }
  }
}
