package dev.penstock.operator.console;

import dev.penstock.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A response of the console.
 *
 * @param headers headers in addition to those of all responses
 * @param delayMillis the delay before the response is sent
 */
record ConsoleResponse(
    int status, String contentType, String body, Map<String, String> headers, long delayMillis) {
  static final String JSON = "application/json";

  /*
   * The page loads nothing from elsewhere, runs no inline scripts and cannot be framed. Other
   * origins cannot read responses, because there are no CORS headers. Responses are not cached.
   */
  private static final String FIELDS =
      """
      Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
      connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
      frame-ancestors 'none'
      X-Content-Type-Options: nosniff
      X-Frame-Options: DENY
      Referrer-Policy: no-referrer
      Cross-Origin-Resource-Policy: same-origin
      Cross-Origin-Opener-Policy: same-origin
      Cache-Control: no-store
      Connection: close
      """
          .replace("\n", "\r\n");

  static ConsoleResponse text(String contentType, String text) {
    return new ConsoleResponse(200, contentType, text, Map.of(), 0);
  }

  static ConsoleResponse json(JsonWriter json) {
    return text(JSON, json + "\n");
  }

  static ConsoleResponse error(int status, String message) {
    String text = new JsonWriter().beginObject().member("error", message).endObject() + "\n";
    return new ConsoleResponse(status, JSON, text, Map.of(), 0);
  }

  ConsoleResponse withHeader(String name, String value) {
    return new ConsoleResponse(status, contentType, body, Map.of(name, value), delayMillis);
  }

  ConsoleResponse delayed(long millis) {
    return new ConsoleResponse(status, contentType, body, headers, millis);
  }

  byte[] toBytes() {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder(512);
    head.append("HTTP/1.1 ").append(status).append(' ').append(reason(status)).append("\r\n");
    head.append("Content-Type: ").append(contentType).append("\r\n");
    head.append("Content-Length: ").append(content.length).append("\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append(FIELDS).append("\r\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + content.length);
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 415 -> "Unsupported Media Type";
      case 421 -> "Misdirected Request";
      case 422 -> "Unprocessable Content";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 503 -> "Service Unavailable";
      case 505 -> "HTTP Version Not Supported";
      default -> "Bad Request";
    };
  }
}
