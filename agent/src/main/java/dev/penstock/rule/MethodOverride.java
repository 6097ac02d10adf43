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

  static @Nullable String of(Call call) {
    if (!call.method().equals("POST")) {
      return null;
    }
    String named = Part.QUERY.read(call, "_method");
    for (int i = 0; named == null && i < HEADERS.length; i++) {
      named = call.header(HEADERS[i]);
    }
    return named == null ? null : named.trim().toUpperCase(Locale.ROOT);
  }
}
