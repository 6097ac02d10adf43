package dev.penstock.shadow.log;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads a file line by line; decompresses it if necessary. */
final class LineSource implements Closeable {
  /** Longer lines are skipped and returned as empty lines. */
  private static final int MAX_LINE_BYTES = 4 << 20;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LineSource(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    raw.mark(2);
    boolean compressed = raw.read() == 0x1f && raw.read() == 0x8b;
    raw.reset();
    in = compressed ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
  }

  /** The next line; null after the last. */
  @Nullable String next() throws IOException {
    line.reset();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    boolean tooLong = false;
    for (; read >= 0 && read != '\n'; read = in.read()) {
      if (line.size() < MAX_LINE_BYTES) {
        line.write(read);
      } else {
        tooLong = true;
      }
    }
    return tooLong ? "" : line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
