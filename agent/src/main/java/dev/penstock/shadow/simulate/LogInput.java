package dev.penstock.shadow.simulate;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The bytes of one log, decompressed if necessary, and the number of bytes read from the file. */
final class LogInput implements Closeable {
  /** The name that stands for standard input. */
  static final String STDIN = "-";

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int READ_AHEAD = 1 << 16;

  private final CountingStream raw;
  private final InputStream decompressed;

  private LogInput(InputStream in) throws IOException {
    raw = new CountingStream(in);
    decompressed = raw.isGzip() ? new GZIPInputStream(raw, READ_AHEAD) : raw;
  }

  /** Opens a file, or uses {@code stdin} for the name {@code -}. */
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

  /** The size of a file on disk; 0 if it is unknown. */
  static long sizeOf(String name) {
    return name.equals(STDIN) ? 0 : new File(name).length();
  }

  InputStream bytes() {
    return decompressed;
  }

  /** How many bytes of the file have been read, before decompression. */
  long position() {
    return raw.position;
  }

  @Override
  public void close() throws IOException {
    decompressed.close();
  }

  /** Counts the bytes that are read from the file. */
  private static final class CountingStream extends FilterInputStream {
    long position;

    CountingStream(InputStream in) {
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
     * 1 if more bytes follow, 0 at the end. {@link GZIPInputStream} uses this to look for another
     * compressed part; the usual answer, the bytes available now, would end the log at a pause of a
     * pipe.
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
