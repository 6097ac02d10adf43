package dev.penstock.store.redis.connection;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;

/** The bytes that a server sends, with a deadline for each read. */
final class ReplyStream extends RedisInputStream {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final DeadlineInputStream source;

  ReplyStream(Socket socket) throws IOException {
    this(new DeadlineInputStream(socket));
  }

  private ReplyStream(DeadlineInputStream source) {
    super(source);
    this.source = source;
  }

  /**
   * Waits until there is something to read. Returns false if nothing arrives before the deadline;
   * then nothing was consumed.
   */
  boolean await(long deadlineNanos) {
    source.deadlineNanos = deadlineNanos;
    if (count < limit) {
      return true;
    }
    try {
      int length = in.read(buf, 0, buf.length);
      if (length < 0) {
        throw new JedisConnectionException("Unexpected end of stream.");
      }
      count = 0;
      limit = length;
      return true;
    } catch (SocketTimeoutException nothingCame) {
      return false;
    } catch (IOException broken) {
      throw new JedisConnectionException(broken);
    }
  }

  /** True if bytes are buffered that have not been read. */
  boolean hasMore() {
    return count < limit;
  }

  /** A socket stream that applies one deadline to all reads of a reply. */
  private static final class DeadlineInputStream extends FilterInputStream {
    private final Socket socket;
    private int timeoutMillis;
    long deadlineNanos;

    DeadlineInputStream(Socket socket) throws IOException {
      super(socket.getInputStream());
      this.socket = socket;
      timeoutMillis = socket.getSoTimeout();
    }

    /** The timeout is at least a millisecond, so that bytes that have arrived are always read. */
    @Override
    public int read(byte[] into, int start, int length) throws IOException {
      while (true) {
        long leftNanos = deadlineNanos - System.nanoTime();
        setTimeout((int) Math.max(1, leftNanos / NANOS_PER_MILLI));
        try {
          return super.read(into, start, length);
        } catch (SocketTimeoutException early) {
          if (deadlineNanos - System.nanoTime() <= 0) {
            throw early;
          }
        }
      }
    }

    private void setTimeout(int millis) throws IOException {
      if (millis != timeoutMillis) {
        socket.setSoTimeout(millis);
        timeoutMillis = millis;
      }
    }
  }
}
