package dev.penstock.rules;

import dev.penstock.http.Call;
import dev.penstock.rules.key.AddressRange;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import java.util.List;

/**
 * Inbound calls to which no rule applies.
 *
 * @param matches exempt by method, path and other parts of the call
 * @param clients exempt by client address
 */
public record Exemption(List<Match> matches, List<AddressRange> clients) {
  /** No call is exempt. */
  public static final Exemption NONE = new Exemption(List.of(), List.of());

  public Exemption {
    matches = List.copyOf(matches);
    clients = List.copyOf(clients);
  }

  boolean covers(KeyContext context) {
    if (coversAllPaths(context.call())) {
      return true;
    }
    for (int i = 0; i < clients.size(); i++) {
      if (context.isIn(clients.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** True if every path that the application may read from the call is exempt. */
  private boolean coversAllPaths(Call call) {
    if (!covers(call, call.path())) {
      return false;
    }
    List<String> others = call.otherPaths();
    for (int i = 0; i < others.size(); i++) {
      if (!covers(call, others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(Call call, String path) {
    for (int i = 0; i < matches.size(); i++) {
      if (matches.get(i).surelyMatches(call, path)) {
        return true;
      }
    }
    return false;
  }
}
