package dev.penstock.operator.console;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the console.
 *
 * @param path as it was sent, without the query: nothing is decoded or resolved
 * @param fields by their names in lower case
 */
record ConsoleRequest(
    InetAddress from, String method, String path, Map<String, String> fields, String body) {
  @Nullable String field(String name) {
    return fields.get(name);
  }

  ConsoleRequest withBody(String text) {
    return new ConsoleRequest(from, method, path, fields, text);
  }
}
