package dev.penstock.console;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the console.
 *
 * @param path as it was sent, without the query: nothing is decoded or resolved
 * @param fields by their names in lower case
 */
record Request(
    InetAddress from, String method, String path, Map<String, String> fields, String body) {
  @Nullable String field(String name) {
    return fields.get(name);
  }

  Request withBody(String text) {
    return new Request(from, method, path, fields, text);
  }
}
