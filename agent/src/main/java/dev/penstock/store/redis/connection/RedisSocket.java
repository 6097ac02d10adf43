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

/** A connection to one server, with replies in the order of the commands. */
final class RedisSocket {
  /*
   * Jedis connects, authenticates and writes commands. Replies are read here, because a Jedis
   * connection is unusable after a read timeout. Here, a timeout before the first byte of a reply
   * leaves the connection intact, and another thread can read the reply later.
   */
  private static final String CLIENT_NAME = "penstock-" + ProcessHandle.current().pid();

  /**
   * Enough for all requests in flight, so that a server that does not read cannot block a writing
   * thread.
   */
  private static final int SEND_BUFFER_BYTES = 256 * 1024;

  private final FlushableConnection wire;
  private final ReplyStream stream;
  private final ReplyReader reader;
  private final int replyTimeoutMillis;

  /**
   * The scripts that were sent over this connection. The first call sends the text (EVAL), so that
   * the server never rejects it with NOSCRIPT and later calls keep their order.
   */
  private final Set<LuaScript> sentScripts = Collections.newSetFromMap(new IdentityHashMap<>());

  private RedisSocket(FlushableConnection wire, Socket socket, int replyTimeoutMillis)
      throws IOException {
    this.wire = wire;
    this.replyTimeoutMillis = replyTimeoutMillis;
    stream = new ReplyStream(socket);
    reader = new ReplyReader(stream);
  }

  /** Connects and authenticates within about {@code connectMillis}; throws if that fails. */
  static RedisSocket connect(RedisAddress.Node node, RedisAddress identity, int connectMillis) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            // No HELLO and no SETINFO, so that servers of any age and Valkey accept the connection.
            .serverDefaultProtocol()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(connectMillis)
            .socketTimeoutMillis(connectMillis)
            .user(identity.user())
            .password(identity.password())
            .database(identity.database())
            .clientName(CLIENT_NAME);
    if (identity.tls()) {
      // Checks the certificate and its host name against the trust store of this JVM.
      config.sslOptions(SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).build());
    }
    return connect(new HostAndPort(node.host(), node.port()), config.build(), connectMillis);
  }

  private static RedisSocket connect(
      HostAndPort place, JedisClientConfig config, int connectMillis) {
    SocketCapture sockets = new SocketCapture(new DefaultJedisSocketFactory(place, config));
    FlushableConnection wire = handshake(sockets, config);
    try {
      return new RedisSocket(wire, sockets.last(), connectMillis);
    } catch (IOException closedAlready) {
      wire.close();
      throw new JedisConnectionException(closedAlready);
    }
  }

  /** Jedis casts the replies to AUTH, SELECT and CLIENT without checking their types. */
  private static FlushableConnection handshake(SocketCapture sockets, JedisClientConfig config) {
    try {
      return new FlushableConnection(sockets, config);
    } catch (JedisException failure) {
      throw failure;
    } catch (RuntimeException unreadable) {
      sockets.close();
      throw new UnreadableReplyException("`OK` to the first commands", "a reply of another type");
    }
  }

  /** Writes a request into the buffer; {@link #flush} sends the buffer. */
  void write(QueuedRequest request) {
    if (request.isAsking()) {
      wire.sendCommand(Command.ASKING);
    }
    ScriptCall call = request.call();
    LuaScript script = request.script();
    CommandArguments command =
        sentScripts.add(script) || request.sendsScriptText()
            ? new CommandArguments(Command.EVAL).add(script.text())
            : new CommandArguments(Command.EVALSHA).add(script.sha());
    List<byte[]> keys = call.keys();
    command.add(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      command.add(keys.get(i));
    }
    List<byte[]> arguments = call.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      command.add(arguments.get(i));
    }
    wire.sendCommand(command);
  }

  /** Sends everything in the buffer. */
  void flush() {
    wire.flushBuffer();
  }

  /**
   * Waits until a reply begins to arrive. Returns false if none does before the deadline. The
   * following read has the same deadline.
   */
  boolean awaitReply(long deadlineNanos) {
    return stream.await(deadlineNanos);
  }

  /** True if at least the beginning of another reply has arrived. */
  boolean hasMore() {
    return stream.hasMore();
  }

  /**
   * Reads the next reply: a number, bytes, a list of these, null, or the error that the server
   * sent.
   */
  @Nullable Object read() {
    return reader.read();
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

  /** Sends one command and reads its reply, with nothing else in flight. */
  @Nullable Object execute(Command command, String... arguments) {
    wire.sendCommand(command, arguments);
    flush();
    if (!awaitReply(System.nanoTime() + replyTimeoutMillis * 1_000_000L)) {
      throw new JedisConnectionException("no reply within " + replyTimeoutMillis + " ms");
    }
    return read();
  }

  /** Pings the server. Returns null if it accepts commands, or its error message. */
  @Nullable String ping() {
    Object reply = execute(Command.PING);
    requireStatus("PONG", reply);
    if (reply instanceof JedisDataException error) {
      String message = String.valueOf(error.getMessage());
      // An ACL user may run scripts without the permission to PING. The reply proves that the
      // server works.
      return message.startsWith("NOPERM") ? null : message;
    }
    return null;
  }

  /** Closes the connection, from any thread. A thread that reads from it gets an exception. */
  void close() {
    try {
      wire.forceDisconnect();
    } catch (IOException | RuntimeException itIsGoneAnyway) {
      return;
    }
  }

  /** A Jedis connection with a public flush. */
  private static final class FlushableConnection extends Connection {
    FlushableConnection(JedisSocketFactory sockets, JedisClientConfig config) {
      super(sockets, config);
    }

    void flushBuffer() {
      flush();
    }
  }

  /** Keeps the socket that Jedis creates, so that replies can be read from it. */
  private static final class SocketCapture implements JedisSocketFactory {
    private final JedisSocketFactory factory;
    private @Nullable Socket last;

    SocketCapture(JedisSocketFactory factory) {
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

    /** Closes the socket of a connection whose constructor failed. */
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
