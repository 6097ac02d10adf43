package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.ConsoleSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A running console with a fake agent. */
final class OpenConsole implements AutoCloseable {
  static final String TOKEN = "a-token-of-22-letters!";

  /** The default limits with a short delay for wrong tokens. */
  static final ConsoleLimits LIMITS = new ConsoleLimits(64, 4, 32, 20_000, 30_000, 1);

  final FakeControls controls = new FakeControls();
  final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final ConsoleServer server;

  OpenConsole(String host, ConsoleLimits limits) throws IOException {
    this(host, limits, "# no metrics\n");
  }

  OpenConsole(String host, ConsoleLimits limits, String metrics) throws IOException {
    server =
        new ConsoleServer(
            new ConsoleSettings(host, 0, TOKEN),
            TOKEN,
            controls,
            snapshot -> metrics,
            limits,
            logTo(log));
  }

  static AgentLog logTo(ByteArrayOutputStream out) {
    return new AgentLog(
        new PrintStream(out, /* autoFlush= */ true, StandardCharsets.UTF_8),
        /* debugging= */ false,
        System::nanoTime);
  }

  int port() {
    return server.port();
  }

  /** The head of a request with its Host header, without the final empty line. */
  String head(String methodAndPath) {
    return methodAndPath + " HTTP/1.1\r\nHost: 127.0.0.1:" + port() + "\r\n";
  }

  String get(String path, String... fields) throws IOException {
    return ConsoleClient.exchange(port(), head("GET " + path) + lines(fields) + "\r\n");
  }

  String post(String path, String body, String... fields) throws IOException {
    String length = "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n";
    return ConsoleClient.exchange(
        port(), head("POST " + path) + length + lines(fields) + "\r\n" + body);
  }

  /** Sends a POST request with the token, like the page. */
  String postWithToken(String path, String body) throws IOException {
    return post(path, body, "Authorization: Bearer " + TOKEN, "Content-Type: application/json");
  }

  private static String lines(String... fields) {
    StringBuilder lines = new StringBuilder();
    for (String field : fields) {
      lines.append(field).append("\r\n");
    }
    return lines.toString();
  }

  @Override
  public void close() {
    server.close();
  }
}
