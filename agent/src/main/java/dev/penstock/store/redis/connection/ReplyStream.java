package dev.penstock.store.redis.connection;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;

/** What a server sends, read by whoever has the line, each until a deadline of its own. */
final class ReplyStream extends RedisInputStream {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Timed source;

  ReplyStream(Socket socket) throws IOException {
    this(new Timed(socket));
  }

  private ReplyStream(Timed source) {
    super(source);
    this.source = source;
  }

  /**
   * Waits until there is something to read; false if nothing has come when the time is over, and
   * then nothing was taken from the line.
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

  /** True if something was taken from the line that was not read yet. */
  boolean hasMore() {
    return count < limit;
  }

  /** A socket's stream on which each piece has as much time as is left for the whole. */
  private static final class Timed extends FilterInputStream {
    private final Socket socket;
    private int timeoutMillis;
    long deadlineNanos;

    Timed(Socket socket) throws IOException {
      super(socket.getInputStream());
      this.socket = socket;
      timeoutMillis = socket.getSoTimeout();
    }

    /** At least a millisecond, so that what has come meanwhile is always seen. */
    @Override
    public int read(byte[] into, int start, int length) throws IOException {
      while (true) {
        long leftNanos = deadlineNanos - System.nanoTime();
        patience((int) Math.max(1, leftNanos / NANOS_PER_MILLI));
        try {
          return super.read(into, start, length);
        } catch (SocketTimeoutException early) {
          if (deadlineNanos - System.nanoTime() <= 0) {
            throw early;
          }
        }
      }
    }

    private void patience(int millis) throws IOException {
      if (millis != timeoutMillis) {
        socket.setSoTimeout(millis);
        timeoutMillis = millis;
      }
    }
  }
}
