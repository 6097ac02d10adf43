package dev.penstock.rules;

import dev.penstock.http.Call;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The inbound or the outbound rules of a file; finds those that match a call. */
public final class RuleSet {
  /** The rules of an application without a rules file. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OFF, List.of(), Exemption.NONE, ClientAddress.DIRECT);

  private final boolean outbound;
  private final FileSettings settings;
  private final List<Rule> rules;
  private final List<Rule> all;
  private final PathIndex index = new PathIndex();

  /** The index of the CORS preflight rule in {@link #all}; -1 if there is none. */
  private int preflights = -1;

  /** Creates inbound rules. */
  public RuleSet(FileSettings settings, List<Rule> rules) {
    this(/* outbound= */ false, settings, rules);
  }

  private RuleSet(boolean outbound, FileSettings settings, List<Rule> rules) {
    this.outbound = outbound;
    this.settings = settings;
    this.rules = List.copyOf(rules);
    all = withUsual(this.rules, outbound ? null : settings.defaultPreflights());
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(PreflightLimit.NAME)) {
        preflights = i;
        continue; // matching() adds it, so other calls need not be compared with it
      }
      List<Match> matches = all.get(i).matches();
      for (int place = 0; place < matches.size(); place++) {
        index.add(i, matches.get(place), place);
      }
    }
  }

  /** Adds the default preflight rule, unless there are no inbound rules. */
  private static List<Rule> withUsual(List<Rule> rules, @Nullable Rule defaultPreflights) {
    if (defaultPreflights == null || rules.isEmpty()) {
      return rules;
    }
    List<Rule> all = new ArrayList<>(rules);
    all.add(defaultPreflights);
    return List.copyOf(all);
  }

  public RuleSet(Mode mode, List<Rule> rules, Exemption exemption, ClientAddress clientAddress) {
    this(FileSettings.of(mode, exemption, clientAddress), rules);
  }

  /** Creates the outbound rules of a file with these settings. */
  public static RuleSet outbound(FileSettings settings, List<Rule> rules) {
    return new RuleSet(/* outbound= */ true, settings.outbound(), rules);
  }

  /** Returns a copy with these rules. */
  public RuleSet with(List<Rule> others) {
    return new RuleSet(outbound, settings, others);
  }

  /** Returns a copy with another mode. */
  public RuleSet withMode(Mode mode) {
    return new RuleSet(outbound, settings.withMode(mode), rules);
  }

  /** True if these are outbound rules. */
  public boolean isOutbound() {
    return outbound;
  }

  public FileSettings settings() {
    return settings;
  }

  public Mode mode() {
    return settings.mode();
  }

  /** The rules in the file. */
  public List<Rule> rules() {
    return rules;
  }

  /** The rules in the file, followed by the default rules that apply without being written. */
  public List<Rule> all() {
    return all;
  }

  public ClientAddress clientAddress() {
    return settings.clientAddress();
  }

  /** Describes the behavior of all rules. Equal texts mean equal behavior. */
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
        .append(settings.defaultPreflights() == null ? "" : "\npreflights as usual")
        .append(plans == null ? "" : plans.from() + plans.defaultPlan() + inOrder(plans.table()))
        .append(redis == null ? "" : "\ncounted in " + redis)
        .toString();
  }

  /** Sorts the table, because the order of a hash map differs between JVMs. */
  private static String inOrder(@Nullable Map<String, String> table) {
    return table == null ? "" : new TreeMap<>(table).toString();
  }

  /** True if {@code exempt} excludes this call from all rules. */
  public boolean exempts(KeyContext context) {
    return settings.exemption().covers(context);
  }

  /** True if the call is an inbound preflight, to which only rules that name OPTIONS apply. */
  public boolean isPreflight(Call call) {
    // An outbound preflight, such as that of a proxy, spends the budget of the host like any call.
    return !outbound && PreflightLimit.isPreflight(call);
  }

  /** Finds the rules that match this call, in the order of the file. */
  public void matching(KeyContext context, MatchedRules found) {
    found.clear();
    Call call = context.call();
    boolean preflight = isPreflight(call);
    index.collect(call, preflight, found);
    if (preflight && preflights >= 0) {
      found.add(preflights, all.get(preflights).matches().get(0), /* place= */ 0);
    }
  }
}
