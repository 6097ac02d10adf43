package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.HttpExchange;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.server.FirstPassMark;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The body of a response; reports its end. */
final class ResponseBodyStream extends FilterOutputStream {
  /*
   * The server closes the body when the exchange is closed and when there is no body, so each
   * response ends with that. Some applications write all bytes that they have announced and close
   * nothing: the client sees the end then, so it is the end here, too. A failed write means that
   * the client has disconnected.
   */
  private static final long UNKNOWN = -1;

  private final HttpExchange exchange;
  private final EndOfCall end = new EndOfCall();
  private volatile @Nullable FirstPassMark mark;
  private long announced = UNKNOWN;
  private long written;

  ResponseBodyStream(HttpExchange exchange) {
    super(exchange.getResponseBody());
    this.exchange = exchange;
  }

  EndOfCall end() {
    return end;
  }

  void setMark(FirstPassMark newMark) {
    mark = newMark;
  }

  @Nullable FirstPassMark mark() {
    return mark;
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException disconnected) {
      end.end();
      throw disconnected;
    }
    count(1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    OutputStream body = out;
    try {
      body.write(bytes, from, length);
    } catch (IOException disconnected) {
      end.end();
      throw disconnected;
    }
    count(length);
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException disconnected) {
      end.end();
      throw disconnected;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      end.end();
    }
  }

  private void count(int length) {
    written += length;
    if (announced == UNKNOWN) {
      announced = announced();
    }
    if (written == announced) {
      end.end();
    }
  }

  /** The length in the header that the server has set; the maximum if there is none. */
  private long announced() {
    String length = exchange.getResponseHeaders().getFirst("Content-Length");
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException odd) {
      return Long.MAX_VALUE;
    }
  }
}
