package dev.penstock.operator.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection with one request and its response. Only the thread of its {@link ConsoleListener}
 * uses it.
 */
final class ConsoleConnection {
  /** The state of a connection. */
  enum Stage {
    /** The request is incomplete. */
    READING,
    /** A worker computes the response. */
    PROCESSING,
    /** The response is complete and is delayed on purpose. */
    DELAYED,
    /** The response is being sent. */
    WRITING,
    /** The response is sent. Further data of the client is discarded. */
    LINGERING
  }

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ConsoleRequestReader reader;
  private final ConsoleLimits limits;
  private Stage stage = Stage.READING;
  private long deadlineNanos;
  private @Nullable ByteBuffer response;

  ConsoleConnection(SocketChannel channel, SelectionKey key, ConsoleLimits limits)
      throws IOException {
    this.channel = channel;
    this.key = key;
    this.limits = limits;
    InetAddress from = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
    reader = new ConsoleRequestReader(from);
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.requestMillis());
  }

  Stage stage() {
    return stage;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Reads available data; null until the request is complete. */
  @Nullable ConsoleRequest read(ByteBuffer buffer) throws IOException, BadConsoleRequestException {
    if (channel.read(buffer.clear()) < 0) {
      throw new IOException("the client closed the connection");
    }
    ConsoleRequest request = reader.take(buffer.flip());
    if (request != null) {
      stage = Stage.PROCESSING;
      key.interestOps(0);
      deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.responseMillis());
    }
    return request;
  }

  /** Starts to send the response, or to delay it. */
  void respond(ConsoleResponse response) throws IOException {
    this.response = ByteBuffer.wrap(response.toBytes());
    if (response.delayMillis() > 0) {
      stage = Stage.DELAYED;
      key.interestOps(0);
      deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(response.delayMillis());
    } else {
      startWriting();
    }
  }

  void startWriting() throws IOException {
    stage = Stage.WRITING;
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.responseMillis());
    write();
  }

  void write() throws IOException {
    ByteBuffer left = response;
    if (left != null) {
      channel.write(left);
    }
    if (left != null && left.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    // Closing while the client still sends would reset the connection and discard the response.
    channel.shutdownOutput();
    stage = Stage.LINGERING;
    key.interestOps(SelectionKey.OP_READ);
    deadlineNanos = System.nanoTime() + ConsoleLimits.LINGER_NANOS;
  }

  /** Discards data of the client; true when the client has closed the connection. */
  boolean linger(ByteBuffer buffer) throws IOException {
    return channel.read(buffer.clear()) < 0;
  }

  void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException gone) {
      // The channel is closed anyway.
    }
  }
}
