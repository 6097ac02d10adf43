package dev.penstock.operator.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A raw socket client of the console. */
final class ConsoleClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;

  ConsoleClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Everything the server sends until it closes the connection. */
  String response() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** True if data has arrived. */
  boolean hasResponse() throws IOException {
    return socket.getInputStream().available() > 0;
  }

  /** True if the server closed the connection without a response. */
  boolean isClosedByServer() throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  /** True if the server no longer accepts data. Only a repeated call detects it. */
  boolean isReset() {
    try {
      send("x");
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Sends one request and returns the response. */
  static String exchange(int port, String request) throws IOException {
    try (ConsoleClient client = new ConsoleClient(port)) {
      client.send(request);
      return client.response();
    }
  }

  static int status(String response) {
    return Integer.parseInt(response.substring(9, 12));
  }

  static String body(String response) {
    return response.substring(response.indexOf("\r\n\r\n") + 4);
  }

  static boolean hasHeader(String response, String field) {
    String head = response.substring(0, response.indexOf("\r\n\r\n") + 2).toLowerCase(Locale.ROOT);
    return head.contains("\r\n" + field.toLowerCase(Locale.ROOT) + "\r\n");
  }
}
