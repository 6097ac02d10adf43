package dev.penstock.rule;

import dev.penstock.call.Call;
import dev.penstock.key.Caller;
import dev.penstock.key.ClientAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All rules of one section of a file, and the quick way from a call to those that are for it. */
public final class RuleSet {
  /** No file, no rules. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OFF, List.of(), Exemption.NONE, ClientAddress.DIRECT);

  private final boolean outbound;
  private final FileSettings settings;
  private final List<Rule> rules;
  private final PathIndex index = new PathIndex();

  /** Rules for calls that come in. */
  public RuleSet(FileSettings settings, List<Rule> rules) {
    this(/* outbound= */ false, settings, rules);
  }

  private RuleSet(boolean outbound, FileSettings settings, List<Rule> rules) {
    this.outbound = outbound;
    this.settings = settings;
    this.rules = List.copyOf(rules);
    for (int i = 0; i < this.rules.size(); i++) {
      List<Match> matches = this.rules.get(i).matches();
      for (int place = 0; place < matches.size(); place++) {
        index.add(i, matches.get(place), place);
      }
    }
  }

  public RuleSet(Mode mode, List<Rule> rules, Exemption exemption, ClientAddress clientAddress) {
    this(FileSettings.of(mode, exemption, clientAddress), rules);
  }

  /** Rules for calls that go out, in a file with these settings. */
  public static RuleSet outbound(FileSettings settings, List<Rule> rules) {
    return new RuleSet(/* outbound= */ true, settings.outbound(), rules);
  }

  /** The same file, with these rules instead. */
  public RuleSet with(List<Rule> others) {
    return new RuleSet(outbound, settings, others);
  }

  /** The same file in another mode. */
  public RuleSet in(Mode mode) {
    return new RuleSet(outbound, settings.in(mode), rules);
  }

  /** True if these are the rules for calls that go out. */
  public boolean isOutbound() {
    return outbound;
  }

  public FileSettings settings() {
    return settings;
  }

  public Mode mode() {
    return settings.mode();
  }

  public List<Rule> rules() {
    return rules;
  }

  public ClientAddress clientAddress() {
    return settings.clientAddress();
  }

  /** All that the rules do: two sets that mean the same read the same. */
  public String meaning() {
    StringBuilder meaning = new StringBuilder(mode().toString());
    for (Rule rule : rules) {
      meaning.append('\n').append(rule.name()).append(' ').append(rule.meaning());
    }
    Plans plans = settings.plans();
    RedisSettings redis = settings.store().redis();
    return meaning
        .append('\n')
        .append(settings.exemption())
        .append(clientAddress())
        .append(settings.shedding())
        .append(plans == null ? "" : plans.from() + plans.defaultPlan() + inOrder(plans.table()))
        .append(redis == null ? "" : "\ncounted in " + redis)
        .toString();
  }

  /** A table in memory has an order of its own in every JVM. */
  private static String inOrder(@Nullable Map<String, String> table) {
    return table == null ? "" : new TreeMap<>(table).toString();
  }

  /** True if no rule is to look at this call, because the file or the web platform says so. */
  public boolean exempts(Caller caller) {
    // Whoever passes a preflight on to a third party spends that party's budget like any caller.
    return (!outbound && isPreflight(caller.call())) || settings.exemption().covers(caller);
  }

  /** A browser that asks before it calls must get an answer, or it never sees the 429 either. */
  public static boolean isPreflight(Call call) {
    return call.method().equals("OPTIONS")
        && call.header("Origin") != null
        && call.header("Access-Control-Request-Method") != null;
  }

  /** Finds the rules that are for this call, in the order of the file. */
  public void matching(Caller caller, Matches found) {
    found.clear();
    index.collect(caller.call(), found);
  }
}
