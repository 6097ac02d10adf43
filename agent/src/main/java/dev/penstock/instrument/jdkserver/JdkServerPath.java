package dev.penstock.instrument.jdkserver;

import dev.penstock.http.RawPath;
import dev.penstock.http.RequestPath;
import java.net.URI;

/** The path of an exchange as rules see it. */
final class JdkServerPath {
  private JdkServerPath() {}

  /**
   * The path as the server routes it. It takes the one context whose path the decoded path begins
   * with, letter for letter: what comes after that may go on without a slash and climb as it likes,
   * the call stays in the context. So it does here.
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

  /** What follows the context, without the parameters of the context's own last segment. */
  private static String withoutParameters(String path, int from) {
    if (from == path.length() || path.charAt(from) != ';') {
      return path.substring(from);
    }
    int slash = path.indexOf('/', from);
    return slash < 0 ? "" : path.substring(slash);
  }

  /** The path as a framework routes it, which takes it apart before it decodes. */
  static String inFramework(URI uri) {
    String path = uri.getRawPath();
    return path == null ? "/" : RawPath.routed(path);
  }
}
