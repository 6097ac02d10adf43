package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that damaged lines are read or rejected without exceptions. */
class DamagedLinesTest {
  private static final int TRIES = 300_000;
  private static final String SPECIAL = "\"\\ []{}:,?/-%;x0u\t\0\u00ff";
  private static final String CLF =
      "1.2.3.4 - a\\x41 [10/Oct/2000:13:55:36.12 -0700] \"GET http://h/a%20;b\\\"?c HTTP/1.0\" 200"
          + " 5 \"r\\\\\" \"a\"";
  private static final String JSON =
      "{\"t\":1000.5,\"path\":\"\\/%61?\\u0041\",\"user\":\"\\n\",\"headers\":{\"a\":[\"\\\"\",{}],"
          + "\"b\":null},\"x\":[{\"y\":\"}\"}],\"status\":200}";

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void neverThrowAnException(LogFormat format) {
    LogLine line = format.line();
    byte[] whole = (format == LogFormat.JSONL ? JSON : CLF).getBytes(StandardCharsets.ISO_8859_1);
    Random random = new Random(11);
    int read = 0;
    for (int i = 0; i < TRIES; i++) {
      // Exactly as long as the line, so that reading past its end fails.
      byte[] text = i == 0 ? whole : changed(whole, random);
      if (line.read(text, 0, text.length) == null) {
        read++;
        readEverything(line);
      }
    }

    assertThat(read).isBetween(TRIES / 100, TRIES - 1);
  }

  private static byte[] changed(byte[] whole, Random random) {
    int from = random.nextInt(4) == 0 ? random.nextInt(whole.length) : 0;
    int to = random.nextInt(4) == 0 ? from + random.nextInt(whole.length - from) : whole.length;
    byte[] text = Arrays.copyOfRange(whole, from, to);
    for (int changes = random.nextInt(3); changes >= 0 && text.length > 0; changes--) {
      text[random.nextInt(text.length)] = (byte) SPECIAL.charAt(random.nextInt(SPECIAL.length()));
    }
    return text;
  }

  private static void readEverything(LogLine line) {
    assertThat(line.path()).startsWith("/");
    line.query();
    line.user();
    line.remoteAddress();
    line.hasHostName();
    line.host();
    line.header("Referer");
    line.header("User-Agent");
    line.headerLines("a");
  }
}
