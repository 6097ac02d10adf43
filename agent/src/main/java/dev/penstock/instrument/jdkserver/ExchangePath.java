package dev.penstock.instrument.jdkserver;

import dev.penstock.call.RawPath;
import dev.penstock.call.RequestPath;
import java.net.URI;

/** The path of an exchange as rules see it. */
final class ExchangePath {
  private ExchangePath() {}

  /**
   * The path as the server routes it. It takes the one context whose path the decoded path begins
   * with, letter for letter: what comes after that may climb as it likes, the call stays in the
   * context. So it does here.
   */
  static String of(URI uri, String context) {
    String path = uri.getPath();
    if (path == null) {
      return "/";
    }
    if (context.equals("/") || !path.startsWith(context)) {
      return RequestPath.routed(path);
    }
    int slash = path.indexOf('/', context.length() - (context.endsWith("/") ? 1 : 0));
    int fixed = slash < 0 ? path.length() : slash;
    String rest = RequestPath.routed(path.substring(fixed));
    String head = RequestPath.routed(path.substring(0, fixed));
    return rest.equals("/") ? head : head + rest;
  }

  /** The path as a framework routes it, which takes it apart before it decodes. */
  static String inFramework(URI uri) {
    String path = uri.getRawPath();
    return path == null ? "/" : RawPath.routed(path);
  }
}
