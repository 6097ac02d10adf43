package dev.penstock.shadow.simulate;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The bytes of one log, unpacked if they are packed, and how many of them have been read. */
final class LogInput implements Closeable {
  /** The name of what comes in through a pipe. */
  static final String STDIN = "-";

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int READ_AHEAD = 1 << 16;

  private final Counted raw;
  private final InputStream unpacked;

  private LogInput(InputStream in) throws IOException {
    raw = new Counted(in);
    unpacked = raw.isGzip() ? new GZIPInputStream(raw, READ_AHEAD) : raw;
  }

  /** Opens a file, or takes what is given for {@code -}. */
  static LogInput open(String name, InputStream stdin) throws IOException {
    if (name.equals(STDIN)) {
      return new LogInput(stdin);
    }
    FileInputStream file = new FileInputStream(name);
    try {
      return new LogInput(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The size of a file as it lies there; 0 if nobody knows. */
  static long sizeOf(String name) {
    return name.equals(STDIN) ? 0 : new File(name).length();
  }

  InputStream bytes() {
    return unpacked;
  }

  /** How far the file has been read, in bytes as they lie there. */
  long position() {
    return raw.position;
  }

  @Override
  public void close() throws IOException {
    unpacked.close();
  }

  /** What lies in the file. */
  private static final class Counted extends FilterInputStream {
    long position;

    Counted(InputStream in) {
      super(new BufferedInputStream(in, READ_AHEAD));
    }

    boolean isGzip() throws IOException {
      in.mark(2);
      int magic = in.read() << 8 | in.read();
      in.reset();
      return magic == GZIP_MAGIC;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      position += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = in.read(into, from, length);
      position += Math.max(0, read);
      return read;
    }

    /**
     * Whether more follows, not how much of it is there by now: that is what the reader of packed
     * files asks at the end of one of their parts, and on a pipe it would take a pause for the end.
     */
    @Override
    public int available() throws IOException {
      in.mark(1);
      boolean ended = in.read() < 0;
      in.reset();
      return ended ? 0 : 1;
    }
  }
}
