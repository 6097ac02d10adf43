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
 * One request and its answer, on one connection; belongs to the thread of its {@link
 * ConsoleListener}.
 */
final class ConsoleConnection {
  /** How far a connection has got. */
  enum Stage {
    /** The request is not all here. */
    READING,
    /** Somebody works on the answer. */
    ANSWERING,
    /** The answer is known, and held for a while. */
    HELD,
    /** The answer is being sent. */
    WRITING,
    /** The answer is sent; what the client still sends is thrown away. */
    LINGERING
  }

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ConsoleRequestReader reader;
  private final ConsoleLimits limits;
  private Stage stage = Stage.READING;
  private long deadlineNanos;
  private @Nullable ByteBuffer answer;

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

  /** Answers null as long as the request is not whole. */
  @Nullable ConsoleRequest read(ByteBuffer buffer) throws IOException, BadConsoleRequestException {
    if (channel.read(buffer.clear()) < 0) {
      throw new IOException("the client has gone");
    }
    ConsoleRequest request = reader.take(buffer.flip());
    if (request != null) {
      stage = Stage.ANSWERING;
      key.interestOps(0);
      deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.answerMillis());
    }
    return request;
  }

  /** Starts to send, or to wait with it. */
  void answer(ConsoleResponse response) throws IOException {
    answer = ByteBuffer.wrap(response.toBytes());
    if (response.delayMillis() > 0) {
      stage = Stage.HELD;
      key.interestOps(0);
      deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(response.delayMillis());
    } else {
      startWriting();
    }
  }

  void startWriting() throws IOException {
    stage = Stage.WRITING;
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.answerMillis());
    write();
  }

  void write() throws IOException {
    ByteBuffer left = answer;
    if (left != null) {
      channel.write(left);
    }
    if (left != null && left.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    // To close while the client still sends would tear the answer out of its hands.
    channel.shutdownOutput();
    stage = Stage.LINGERING;
    key.interestOps(SelectionKey.OP_READ);
    deadlineNanos = System.nanoTime() + ConsoleLimits.LINGER_NANOS;
  }

  /** Throws away what the client still sends; answers true when it has ended. */
  boolean linger(ByteBuffer buffer) throws IOException {
    return channel.read(buffer.clear()) < 0;
  }

  void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException gone) {
      // It is closed all the same.
    }
  }
}
