package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for applications that also keep connections of HTTP/1.1 open after a rejection. */
public abstract class KeptConnectionContract extends Http2Contract {
  protected KeptConnectionContract(Trial trial) {
    super(trial);
  }

  @Test
  void pipelinedResponsesLeaveInOrder() throws IOException {
    http.statuses(5, "/hello", "X-Exact", "pipelined");
    String slow = "GET /slow?ms=50 HTTP/1.1\r\nHost: x\r\n\r\n";
    String rejected = "GET /hello HTTP/1.1\r\nHost: x\r\nX-Exact: pipelined\r\n";
    String last = rejected + "Connection: close";
    try (Socket client = http.openRaw(slow + rejected + "\r\n" + last)) {
      String responses = new String(client.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(statuses(responses)).containsExactly("200", "429", "429");
    }
  }

  /** The statuses of the responses that a connection has received. */
  private static List<String> statuses(String responses) {
    return Arrays.stream(responses.split("HTTP/1.1 ", -1))
        .skip(1)
        .map(response -> response.substring(0, 3))
        .toList();
  }

  @Test
  void aConnectionSurvivesARejectedPostWithALargeUnreadBody() throws IOException {
    int size = 10_000_000;
    for (int n = 0; n < 5; n++) {
      http.postAsync("/echo", "x", "X-Body", "large").join();
    }
    String[] post = {"POST /echo HTTP/1.1", "Host: x", "X-Body: large", "Content-Length: " + size};
    try (Socket client = http.openRaw(post)) {
      client.getOutputStream().write(new byte[size]);
      String next = "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      client.getOutputStream().write(next.getBytes(ISO_8859_1));
      String responses = new String(client.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(statuses(responses)).containsExactly("429", "200");
      assertThat(responses).endsWith("hello");
    }
  }

  @Test
  void aClientThatWaitsForPermissionToSendIsRejectedAtOnce() throws IOException {
    for (int n = 0; n < 5; n++) {
      http.postAsync("/echo", "x", "X-Body", "expect").join();
    }
    try (Socket client =
        http.openRaw(
            "POST /echo HTTP/1.1",
            "Host: x",
            "X-Body: expect",
            "Content-Length: 9",
            "Expect: 100-continue")) {
      String responses = new String(client.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(statuses(responses)).containsExactly("429");
    }
  }
}
