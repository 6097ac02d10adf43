package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleRequestReaderTest {
  private final ConsoleRequestReader reader =
      new ConsoleRequestReader(InetAddress.getLoopbackAddress());

  private @Nullable ConsoleRequest take(String text) throws BadConsoleRequestException {
    return reader.take(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private int statusOf(String text) {
    try {
      assertThat(take(text)).as("a request that should be rejected").isNull();
      return 0;
    } catch (BadConsoleRequestException bad) {
      return bad.response().status();
    }
  }

  @Test
  void readsARequestByteByByte() throws BadConsoleRequestException {
    String text =
        "POST /api/mode?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nX-Y:\t z \r\n\r\n{é";
    ConsoleRequest request = null;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      assertThat(request).isNull();
      request = reader.take(ByteBuffer.wrap(bytes, i, 1));
    }
    assertThat(request)
        .isEqualTo(
            new ConsoleRequest(
                InetAddress.getLoopbackAddress(),
                "POST",
                "/api/mode",
                Map.of("host", "a", "content-length", "3", "x-y", "z"),
                "{é"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          "GET  / HTTP/1.1^^"                                        | 400
          "GET / HTTP/1.1 ^^"                                        | 400
          "GET /^^"                                                  | 400
          "G\u00e9T / HTTP/1.1^^"                                    | 400
          "GET http://127.0.0.1/ HTTP/1.1^^"                         | 400
          "GET * HTTP/1.1^^"                                         | 400
          "GET /\u00e9 HTTP/1.1^^"                                   | 400
          "GET / HTTP/2.0^^"                                         | 505
          "GET / HTTP/1.1^ Host: a^^"                                | 400
          "GET / HTTP/1.1^Host : a^^"                                | 400
          "GET / HTTP/1.1^Host^^"                                    | 400
          "GET / HTTP/1.1^Host: a\u0000b^^"                          | 400
          "GET / HTTP/1.1^Host: a\nX: b^^"                           | 400
          "GET / HTTP/1.1^Host: a^Host: b^^"                         | 400
          "GET / HTTP/1.1^Content-Length: 1^Content-Length: 1^^"     | 400
          "GET / HTTP/1.1^Content-Length: +1^^"                      | 400
          "GET / HTTP/1.1^Content-Length: -1^^"                      | 400
          "GET / HTTP/1.1^Content-Length: ^^"                        | 400
          "GET / HTTP/1.1^Content-Length: 4097^^"                    | 413
          "GET / HTTP/1.1^Content-Length: 99999999999999999999^^"    | 413
          "GET / HTTP/1.1^Transfer-Encoding: chunked^^"              | 501
          """)
  void rejectsAmbiguousRequests(String text, int status) {
    assertThat(statusOf(text.replace("^", "\r\n"))).isEqualTo(status);
  }

  @Test
  void rejectsALongRequestLineBeforeItsEnd() {
    assertThat(statusOf("GET /" + "x".repeat(ConsoleRequestReader.MAX_LINE))).isEqualTo(414);
  }

  @Test
  void rejectsLongHeadersBeforeTheirEnd() {
    String head = "GET / HTTP/1.1\r\nX: " + "x".repeat(ConsoleRequestReader.MAX_HEAD);
    assertThat(statusOf(head)).isEqualTo(431);
  }

  @Test
  void rejectsTooManyHeaders() {
    String fields = "X: y\r\n".repeat(ConsoleRequestReader.MAX_FIELDS + 1);
    assertThat(statusOf("GET / HTTP/1.1\r\n" + fields + "\r\n")).isEqualTo(431);
  }

  @Test
  void acceptsTheLargestBody() throws BadConsoleRequestException {
    String head =
        "POST / HTTP/1.1\r\nContent-Length: " + ConsoleRequestReader.MAX_BODY + "\r\n\r\n";
    assertThat(take(head + "x".repeat(ConsoleRequestReader.MAX_BODY - 1))).isNull();
    ConsoleRequest request = take("xyz");
    assertThat(request).isNotNull();
    assertThat(request.body()).hasSize(ConsoleRequestReader.MAX_BODY).endsWith("x");
  }

  @Test
  void reportsErrorsAsJson() {
    assertThatExceptionOfType(BadConsoleRequestException.class)
        .isThrownBy(() -> take("GET /\r\n\r\n"))
        .satisfies(
            bad ->
                assertThat(bad.response().body())
                    .isEqualTo("{\"error\":\"malformed request line\"}\n"));
  }
}
