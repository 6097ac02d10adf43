package dev.penstock.instrument.servlet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The body of a request of either namespace. */
@SuppressWarnings("InputStreamSlowMultibyteRead") // a few bytes at most
final class FakeStream {
  private FakeStream() {}

  static InputStream of(String namespace, byte[] body, boolean breaksOff) {
    InputStream in = new ByteArrayInputStream(body);
    return namespace.startsWith("javax") ? javax(in, breaksOff) : jakarta(in, breaksOff);
  }

  private static int read(InputStream in, boolean breaksOff) throws IOException {
    int next = in.read();
    if (next < 0 && breaksOff) {
      throw new IOException("connection reset");
    }
    return next;
  }

  private static InputStream javax(InputStream in, boolean breaksOff) {
    return new javax.servlet.ServletInputStream() {
      @Override
      public int read() throws IOException {
        return FakeStream.read(in, breaksOff);
      }

      @Override
      public boolean isFinished() {
        return false;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(javax.servlet.ReadListener listener) {}
    };
  }

  private static InputStream jakarta(InputStream in, boolean breaksOff) {
    return new jakarta.servlet.ServletInputStream() {
      @Override
      public int read() throws IOException {
        return FakeStream.read(in, breaksOff);
      }

      @Override
      public boolean isFinished() {
        return false;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(jakarta.servlet.ReadListener listener) {}
    };
  }
}
