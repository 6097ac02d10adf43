package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.LuaScript;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.ScriptCall;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A connection to one server, on which answers come in the order of what was sent. */
final class RedisSocket {
  /*
   * Jedis connects, introduces us and writes. Once that is done answers are read here: a Connection
   * that has waited in vain takes itself for broken, but who gives up on an answer that has not begun
   * leaves the line as it is, and another thread can read it when it comes.
   */
  private static final String CLIENT_NAME = "penstock-" + ProcessHandle.current().pid();

  /** Enough for all that may be under way, so that who writes is not held up by a silent server. */
  private static final int SEND_BUFFER_BYTES = 256 * 1024;

  private final Wire wire;
  private final ReplyStream answers;
  private final ReplyReader replies;
  private final int patienceMillis;

  /**
   * Those that the server has had by this line. Its text goes along with the first question, so
   * that a server that does not know it has no reason to send the question back, behind later ones.
   */
  private final Set<LuaScript> known = Collections.newSetFromMap(new IdentityHashMap<>());

  private RedisSocket(Wire wire, Socket socket, int patienceMillis) throws IOException {
    this.wire = wire;
    this.patienceMillis = patienceMillis;
    answers = new ReplyStream(socket);
    replies = new ReplyReader(answers);
  }

  /** Connects, and shows who we are, within about {@code connectMillis}; throws if that fails. */
  static RedisSocket to(RedisAddress.Node node, RedisAddress identity, int connectMillis) {
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
    return to(new HostAndPort(node.host(), node.port()), config.build(), connectMillis);
  }

  private static RedisSocket to(HostAndPort place, JedisClientConfig config, int connectMillis) {
    Sockets sockets = new Sockets(new DefaultJedisSocketFactory(place, config));
    Wire wire = wire(sockets, config);
    try {
      return new RedisSocket(wire, sockets.last(), connectMillis);
    } catch (IOException closedAlready) {
      wire.close();
      throw new JedisConnectionException(closedAlready);
    }
  }

  /** Jedis casts the replies to AUTH, SELECT and CLIENT to what it expects. */
  private static Wire wire(Sockets sockets, JedisClientConfig config) {
    try {
      return new Wire(sockets, config);
    } catch (JedisException failure) {
      throw failure;
    } catch (RuntimeException unreadable) {
      sockets.close();
      throw new UnreadableReplyException("`OK` to the first commands", "a reply of another type");
    }
  }

  /** Puts a question on the line; it leaves with {@link #push} at the latest. */
  void send(QueuedRequest request) {
    if (request.isAsking()) {
      wire.sendCommand(Command.ASKING);
    }
    ScriptCall question = request.question();
    LuaScript script = question.script();
    CommandArguments command =
        known.add(script) || request.isWholeText()
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
    wire.sendCommand(command);
  }

  /** Sees that all that was put on the line leaves. */
  void push() {
    wire.push();
  }

  /**
   * Waits until an answer has begun to come; false if none has when the time is over. Whoever reads
   * it after that waits for its end until then, too.
   */
  boolean hasAnswer(long deadlineNanos) {
    return answers.await(deadlineNanos);
  }

  /** True if more has come than was read, at least the beginning of an answer. */
  boolean hasMore() {
    return answers.hasMore();
  }

  /** The next answer: numbers, bytes, lists of such, null, or the error that the server sent. */
  @Nullable Object read() {
    return replies.read();
  }

  /** Throws if a reply is neither this status nor an error. */
  static void requireStatus(String status, @Nullable Object reply) {
    boolean isFine =
        reply instanceof JedisDataException
            || (reply instanceof byte[] text
                && status.equals(new String(text, StandardCharsets.US_ASCII)));
    if (!isFine) {
      throw new UnreadableReplyException("`" + status + "`", ReplyDescription.of(reply));
    }
  }

  /** Sends a command and reads its answer, with nothing else on the line. */
  @Nullable Object request(Command command, String... arguments) {
    wire.sendCommand(command, arguments);
    push();
    if (!hasAnswer(System.nanoTime() + patienceMillis * 1_000_000L)) {
      throw new JedisConnectionException("no answer within " + patienceMillis + " ms");
    }
    return read();
  }

  /** Sees that the server is willing to work; null if it is, or else what it says. */
  @Nullable String complaint() {
    Object reply = request(Command.PING);
    requireStatus("PONG", reply);
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
      wire.forceDisconnect();
    } catch (IOException | RuntimeException itIsGoneAnyway) {
      return;
    }
  }

  /** A connection that can be told to send what it has. */
  private static final class Wire extends Connection {
    Wire(JedisSocketFactory sockets, JedisClientConfig config) {
      super(sockets, config);
    }

    void push() {
      flush();
    }
  }

  /** Remembers the socket that a connection has got, to read from it. */
  private static final class Sockets implements JedisSocketFactory {
    private final JedisSocketFactory factory;
    private @Nullable Socket last;

    Sockets(JedisSocketFactory factory) {
      this.factory = factory;
    }

    @Override
    public Socket createSocket() {
      Socket fresh = factory.createSocket();
      try {
        fresh.setSendBufferSize(SEND_BUFFER_BYTES);
      } catch (IOException broken) {
        throw new JedisConnectionException(broken);
      }
      last = fresh;
      return fresh;
    }

    /** For a connection that failed before there was one to close. */
    void close() {
      try {
        last().close();
      } catch (IOException itIsGoneAnyway) {
        return;
      }
    }

    Socket last() throws IOException {
      Socket known = last;
      if (known == null) {
        throw new IOException("not connected");
      }
      return known;
    }
  }
}
