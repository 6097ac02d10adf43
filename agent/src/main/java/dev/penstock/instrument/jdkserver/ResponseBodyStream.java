package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.instrument.EndOfCall;
import dev.penstock.instrument.FirstPassMark;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The body of an answer, which tells of its end. */
final class ResponseBodyStream extends FilterOutputStream {
  /*
   * The server closes the body when the exchange is closed and when there is none to send, so every
   * answer ends with that. Some applications write all that they have announced and close nothing;
   * to their clients that is the end, and so it is here. Who cannot write has lost the client.
   */
  private static final long NOT_KNOWN = -1;

  private final HttpExchange exchange;
  private final EndOfCall end = new EndOfCall();
  private volatile @Nullable FirstPassMark look;
  private long announced = NOT_KNOWN;
  private long written;

  ResponseBodyStream(HttpExchange exchange) {
    super(exchange.getResponseBody());
    this.exchange = exchange;
  }

  EndOfCall end() {
    return end;
  }

  void keep(FirstPassMark newLook) {
    look = newLook;
  }

  @Nullable FirstPassMark look() {
    return look;
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException gone) {
      end.tell();
      throw gone;
    }
    count(1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    OutputStream body = out;
    try {
      body.write(bytes, from, length);
    } catch (IOException gone) {
      end.tell();
      throw gone;
    }
    count(length);
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException gone) {
      end.tell();
      throw gone;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      end.tell();
    }
  }

  private void count(int length) {
    written += length;
    if (announced == NOT_KNOWN) {
      announced = announced();
    }
    if (written == announced) {
      end.tell();
    }
  }

  /** What the server has put there when it was told the length, or the most there is. */
  private long announced() {
    String length = exchange.getResponseHeaders().getFirst("Content-Length");
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException odd) {
      return Long.MAX_VALUE;
    }
  }
}
