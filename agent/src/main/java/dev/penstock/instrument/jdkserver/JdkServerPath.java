package dev.penstock.instrument.jdkserver;

import dev.penstock.http.RawPath;
import dev.penstock.http.RequestPath;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Finds the path of a request as the server or a framework routes it. */
final class JdkServerPath {
  private JdkServerPath() {}

  /**
   * The path as the server routes it. The server selects the context whose path is a prefix of the
   * decoded path, character by character. Dot segments after that prefix, or a missing slash, do
   * not lead out of the context, so they do not do so here.
   */
  static String of(URI uri, String context) {
    String path = uri.getPath();
    if (path == null) {
      return "/";
    }
    if (context.equals("/") || !path.startsWith(context)) {
      return RequestPath.routed(path);
    }
    String inContext = RequestPath.routed("/" + withoutParameters(path, context.length()));
    String whole = RequestPath.routed(context);
    return inContext.equals("/") ? whole : whole + inContext;
  }

  /** The path after the context, without path parameters of the context's last segment. */
  private static String withoutParameters(String path, int from) {
    if (from == path.length() || path.charAt(from) != ';') {
      return path.substring(from);
    }
    int slash = path.indexOf('/', from);
    return slash < 0 ? "" : path.substring(slash);
  }

  /**
   * The path as the client sent it. The server takes {@code //a/b} for the path {@code /b} on the
   * host {@code a}; a framework may route the whole path.
   */
  static @Nullable String sent(URI uri) {
    String path = uri.getRawPath();
    String host = uri.getScheme() == null ? uri.getRawAuthority() : null;
    return path == null || host == null ? path : "//" + host + path;
  }

  /** The path as a framework routes it, which splits the path before it decodes the segments. */
  static String inFramework(URI uri) {
    String path = uri.getRawPath();
    return path == null ? "/" : RawPath.routed(path);
  }
}
