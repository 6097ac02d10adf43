package dev.penstock.rule;

import dev.penstock.call.Call;
import dev.penstock.key.Part;
import java.util.Locale;
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

  private MethodOverride() {}

  /** True if the call is a POST that asks, in any of these ways, for a method of the match. */
  static boolean asksFor(Match match, Call call) {
    if (!call.method().equals("POST")) {
      return false;
    }
    // Which of them the application heeds is not known either, so one must not hide another.
    boolean asks = isMethodOf(match, Part.QUERY.read(call, "_method"));
    for (int i = 0; !asks && i < HEADERS.length; i++) {
      asks = isMethodOf(match, call.header(HEADERS[i]));
    }
    return asks;
  }

  private static boolean isMethodOf(Match match, @Nullable String named) {
    return named != null && match.hasMethod(named.trim().toUpperCase(Locale.ROOT));
  }
}
