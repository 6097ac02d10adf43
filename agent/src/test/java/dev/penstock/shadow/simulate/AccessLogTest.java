package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTest {
  private static final int LONGEST = 10;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          ``                          | ``
          a                           | 1:a
          a/                          | 1:a
          a/b                         | 1:a 2:b
          a//b/                       | 1:a 2: 3:b
          a</b<c<                     | 1:a 2:b<c
          1234567890/b                | 1:1234567890 2:b
          12345678901/b               | 1:12345678901! 2:b
          1234567890123456789012345/b | 1:1234567890! 2:b
          b/1234567890123456789012345 | 1:b 2:1234567890!
          1234567890123456789012345678901234567890/1234567890123456789012345/b | 1:1234567890! 2:1234567890! 3:b
          ^a/b                        | 1:a 2:b
          """)
  void findsLinesInChunksOfAnySize(String text, String lines) throws IOException {
    String whole = text.replace('/', '\n').replace("<", "\r").replace("^", "\ufeff");
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    for (int atOnce = 1; atOnce <= bytes.length + 1; atOnce++) {
      String found = lines(new SlowInputStream(bytes, atOnce), LONGEST, /* readAtOnce= */ 5);

      // The shown part of a line that is too long depends on the chunks.
      assertThat(found.replaceAll(":1234567890[0-9]*!", ":1234567890!"))
          .isEqualTo(lines.replace("<", "\r").replaceAll(":1234567890[0-9]*!", ":1234567890!"));
    }
  }

  @Test
  void findsLinesOfAnyLength() throws IOException {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int i = 1; i <= 500; i++) {
      String line = "x".repeat(random.nextInt(70));
      text.append(line).append(i % 7 == 0 ? "\r\n" : "\n");
      expected.append(i == 1 ? "" : " ").append(i).append(':').append(line);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

    assertThat(lines(new ByteArrayInputStream(bytes), /* longest= */ 71, /* readAtOnce= */ 13))
        .isEqualTo(expected.toString());
  }

  private static String lines(InputStream in, int longest, int readAtOnce) throws IOException {
    AccessLog log = new AccessLog(in, longest, readAtOnce);
    List<String> lines = new ArrayList<>();
    while (log.next()) {
      lines.add(
          log.number()
              + ":"
              + LogLine.text(log.buffer(), log.from(), log.to())
              + (log.isTooLong() ? "!" : ""));
    }
    return String.join(" ", lines);
  }

  /** Delivers a few bytes at a time, like a pipe. */
  private static final class SlowInputStream extends ByteArrayInputStream {
    private final int atOnce;

    SlowInputStream(byte[] bytes, int atOnce) {
      super(bytes);
      this.atOnce = atOnce;
    }

    @Override
    public synchronized int read(byte[] into, int from, int length) {
      return super.read(into, from, Math.min(length, atOnce));
    }
  }
}
