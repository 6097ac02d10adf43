package dev.penstock.instrument.servlet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Creates the input stream of a request body in either namespace. */
@SuppressWarnings("InputStreamSlowMultibyteRead") // fast enough for a test
final class FakeStream {
  private FakeStream() {}

  static InputStream of(String namespace, byte[] body, boolean truncated) {
    InputStream in = new ByteArrayInputStream(body);
    return namespace.startsWith("javax") ? javax(in, truncated) : jakarta(in, truncated);
  }

  private static boolean isAtEnd(InputStream in) {
    try {
      return in.available() == 0;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static int read(InputStream in, boolean truncated) throws IOException {
    int next = in.read();
    if (next < 0 && truncated) {
      throw new IOException("connection reset");
    }
    return next;
  }

  private static InputStream javax(InputStream in, boolean truncated) {
    return new javax.servlet.ServletInputStream() {
      @Override
      public int read() throws IOException {
        return FakeStream.read(in, truncated);
      }

      @Override
      public boolean isFinished() {
        return isAtEnd(in) && !truncated;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(javax.servlet.ReadListener listener) {
        try {
          listener.onDataAvailable();
          listener.onAllDataRead();
        } catch (IOException broken) {
          listener.onError(broken);
        }
      }
    };
  }

  private static InputStream jakarta(InputStream in, boolean truncated) {
    return new jakarta.servlet.ServletInputStream() {
      @Override
      public int read() throws IOException {
        return FakeStream.read(in, truncated);
      }

      @Override
      public boolean isFinished() {
        return isAtEnd(in) && !truncated;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(jakarta.servlet.ReadListener listener) {
        try {
          listener.onDataAvailable();
          listener.onAllDataRead();
        } catch (IOException broken) {
          listener.onError(broken);
        }
      }
    };
  }
}
