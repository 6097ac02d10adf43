package dev.penstock.rules.match;

import dev.penstock.http.Call;
import dev.penstock.http.PercentEscapes;
import org.jspecify.annotations.Nullable;

/** Finds the method by which a POST asks to be handled, as in {@code X-HTTP-Method-Override}. */
final class MethodOverride {
  /*
   * Some frameworks let clients that can only send POST name the intended method in a header or a
   * parameter. Penstock does not know whether this application does, so the rules for both methods
   * apply. Otherwise a client could avoid a rule for DELETE by a POST that is handled as a DELETE.
   */
  private static final String[] HEADERS = {
    "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"
  };
  private static final String PARAMETER = "_method";

  private MethodOverride() {}

  /** True if the call is a POST that asks to be handled by a method of the match. */
  static boolean asksFor(Match match, Call call) {
    return isPost(call) && asks(match, call, /* wanted= */ true);
  }

  /** True if the call is a POST that asks to be handled by a method outside of the match. */
  static boolean asksForOther(Match match, Call call) {
    return isPost(call) && asks(match, call, /* wanted= */ false);
  }

  private static boolean isPost(Call call) {
    return call.method().equalsIgnoreCase("POST");
  }

  /** Checks all headers and the parameter, because it is unknown which one the application uses. */
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
