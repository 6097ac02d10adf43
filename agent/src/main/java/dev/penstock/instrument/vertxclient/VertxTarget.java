package dev.penstock.instrument.vertxclient;

import org.jspecify.annotations.Nullable;

/**
 * What a request of Vert.x asks for.
 *
 * @param path the path as sent
 * @param query the query as sent; null if there is none
 */
record VertxTarget(
    String method, String scheme, String host, int port, String path, @Nullable String query) {
  /**
   * @param uri the path and the query; a full URL in requests to a proxy
   */
  static VertxTarget of(String method, String scheme, String host, int port, @Nullable String uri) {
    String local = uri == null ? "" : withoutAuthority(uri);
    int mark = local.indexOf('?');
    return mark < 0
        ? new VertxTarget(method, scheme, host, port, local, /* query= */ null)
        : new VertxTarget(
            method, scheme, host, port, local.substring(0, mark), local.substring(mark + 1));
  }

  private static String withoutAuthority(String uri) {
    int authority = uri.indexOf("://");
    if (uri.startsWith("/") || authority < 0) {
      return uri;
    }
    int slash = uri.indexOf('/', authority + "://".length());
    return slash < 0 ? "" : uri.substring(slash);
  }
}
