package dev.penstock.rule;

import dev.penstock.call.Call;
import dev.penstock.key.Caller;
import dev.penstock.key.ClientAddress;
import java.util.List;

/** All rules of a file, and the quick way from a call to those that are for it. */
public final class RuleSet {
  /** No file, no rules. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OFF, List.of(), Exemption.NONE, ClientAddress.DIRECT);

  private final Mode mode;
  private final List<Rule> rules;
  private final Exemption exemption;
  private final ClientAddress clientAddress;
  private final PathIndex index = new PathIndex();

  public RuleSet(Mode mode, List<Rule> rules, Exemption exemption, ClientAddress clientAddress) {
    this.mode = mode;
    this.rules = List.copyOf(rules);
    this.exemption = exemption;
    this.clientAddress = clientAddress;
    for (int i = 0; i < this.rules.size(); i++) {
      for (Match match : this.rules.get(i).matches()) {
        index.add(i, match);
      }
    }
  }

  public Mode mode() {
    return mode;
  }

  public List<Rule> rules() {
    return rules;
  }

  public ClientAddress clientAddress() {
    return clientAddress;
  }

  /** True if no rule is to look at this call, because the file or the web platform says so. */
  public boolean exempts(Caller caller) {
    Call call = caller.call();
    String method = call.method();
    return isPreflight(call, method) || exemption.covers(caller, method, call.path());
  }

  /** A browser that asks before it calls must get an answer, or it never sees the 429 either. */
  private static boolean isPreflight(Call call, String method) {
    return method.equals("OPTIONS")
        && call.header("Origin") != null
        && call.header("Access-Control-Request-Method") != null;
  }

  /** Finds the rules that are for this call, in the order of the file. */
  public void matching(Caller caller, Matches found) {
    found.clear();
    Call call = caller.call();
    index.collect(call.method(), call.path(), found);
  }
}
