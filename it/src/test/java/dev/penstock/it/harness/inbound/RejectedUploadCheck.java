package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import java.io.IOException;
import java.net.Socket;

/** Checks that a connection can be used after a large upload was rejected. */
public final class RejectedUploadCheck {
  private static final int SIZE = 5_000_000;
  private static final String TEXT = "a\r\n\0 水門 " + "y".repeat(70_000);

  private RejectedUploadCheck() {}

  /** Uses up the rule {@code bodies} of {@link EventLoopRules}, and sends one request more. */
  public static void expectUsableConnection(Http http) throws IOException {
    for (int n = 0; n < 5; n++) {
      assertThat(http.postAsync("/echo", TEXT, "X-Body", "large").join().body()).isEqualTo(TEXT);
    }
    String[] post = {"POST /echo HTTP/1.1", "Host: x", "X-Body: large", "Content-Length: " + SIZE};
    try (Socket client = http.openRaw(post)) {
      client.getOutputStream().write(new byte[SIZE]);
      String next = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n";
      client.getOutputStream().write(next.getBytes(ISO_8859_1));
      assertThat(readUntil("hello", client))
          .startsWith("HTTP/1.1 429 ")
          .containsOnlyOnce("HTTP/1.1 200 ");
    }
  }

  /** Reads responses up to this text, because not every framework closes a connection. */
  private static String readUntil(String end, Socket client) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      int next = client.getInputStream().read();
      assertThat(next).as("after %s", text).isNotNegative();
      text.append((char) next);
    }
    return text.toString();
  }
}
