package dev.penstock.rules.match;

import dev.penstock.http.Call;
import dev.penstock.http.PercentEscapes;
import org.jspecify.annotations.Nullable;

/** The method that a POST asks to be taken for. */
final class MethodOverride {
  /*
   * Frameworks let clients that can only POST say what they mean in a header or a parameter. Whether
   * this application does is not known here, so such a call has to stay within the rules for both
   * methods: a client must not get past a rule for DELETE by sending a POST that is handled as one.
   */
  private static final String[] HEADERS = {
    "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"
  };
  private static final String PARAMETER = "_method";

  private MethodOverride() {}

  /** True if the call is a POST that asks, in any of these ways, for a method of the match. */
  static boolean asksFor(Match match, Call call) {
    return isPost(call) && asks(match, call, /* wanted= */ true);
  }

  /** True if the call is a POST that asks, in any of these ways, for a method not of the match. */
  static boolean asksForOther(Match match, Call call) {
    return isPost(call) && asks(match, call, /* wanted= */ false);
  }

  private static boolean isPost(Call call) {
    return call.method().equalsIgnoreCase("POST");
  }

  /** Which of them the application follows is not known either, so one must not hide another. */
  private static boolean asks(Match match, Call call, boolean wanted) {
    for (String header : HEADERS) {
      if (call.header(header) != null && inHeader(match, call.headerLines(header), wanted)) {
        return true;
      }
    }
    String query = call.query();
    return query != null && inQuery(match, query, wanted);
  }

  private static boolean inHeader(Match match, @Nullable String lines, boolean wanted) {
    boolean asks = false;
    for (String method : lines == null ? new String[0] : lines.split(",", -1)) {
      asks |= match.hasMethod(method.trim()) == wanted;
    }
    return asks;
  }

  private static boolean inQuery(Match match, String query, boolean wanted) {
    if (query.indexOf('%') < 0 && !query.contains(PARAMETER)) {
      return false;
    }
    boolean asks = false;
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && PercentEscapes.decode(pair.substring(0, equals)).equals(PARAMETER)) {
        String method = PercentEscapes.decode(pair.substring(equals + 1));
        asks |= match.hasMethod(method.trim()) == wanted;
      }
    }
    return asks;
  }
}
