package dev.penstock.operator.console;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the console.
 *
 * @param path the path as it was sent, without the query and not decoded
 * @param headers the headers by lower-case name
 */
record ConsoleRequest(
    InetAddress clientAddress,
    String method,
    String path,
    Map<String, String> headers,
    String body) {
  @Nullable String header(String name) {
    return headers.get(name);
  }

  ConsoleRequest withBody(String text) {
    return new ConsoleRequest(clientAddress, method, path, headers, text);
  }
}
