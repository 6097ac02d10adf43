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

/** All rules of one section of a file, and the quick way from a call to those that are for it. */
public final class RuleSet {
  /** No file, no rules. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OFF, List.of(), Exemption.NONE, ClientAddress.DIRECT);

  private final boolean outbound;
  private final FileSettings settings;
  private final List<Rule> rules;
  private final List<Rule> all;
  private final PathIndex index = new PathIndex();

  /** The place of the limit of CORS preflights among all rules; -1 if there is none. */
  private int preflights = -1;

  /** Rules for calls that come in. */
  public RuleSet(FileSettings settings, List<Rule> rules) {
    this(/* outbound= */ false, settings, rules);
  }

  private RuleSet(boolean outbound, FileSettings settings, List<Rule> rules) {
    this.outbound = outbound;
    this.settings = settings;
    this.rules = List.copyOf(rules);
    all = withUsual(this.rules, outbound ? null : settings.usualPreflights());
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(PreflightLimit.NAME)) {
        preflights = i;
        continue; // no other call has to be compared with it
      }
      List<Match> matches = all.get(i).matches();
      for (int place = 0; place < matches.size(); place++) {
        index.add(i, matches.get(place), place);
      }
    }
  }

  /** A file without inbound rules limits no preflights either. */
  private static List<Rule> withUsual(List<Rule> rules, @Nullable Rule usualPreflights) {
    if (usualPreflights == null || rules.isEmpty()) {
      return rules;
    }
    List<Rule> all = new ArrayList<>(rules);
    all.add(usualPreflights);
    return List.copyOf(all);
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

  /** The rules that the file has. */
  public List<Rule> rules() {
    return rules;
  }

  /** The rules that the file has, and behind them those that apply without being written. */
  public List<Rule> all() {
    return all;
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
        .append(settings.usualPreflights() == null ? "" : "\npreflights as usual")
        .append(plans == null ? "" : plans.from() + plans.defaultPlan() + inOrder(plans.table()))
        .append(redis == null ? "" : "\ncounted in " + redis)
        .toString();
  }

  /** A table in memory has an order of its own in every JVM. */
  private static String inOrder(@Nullable Map<String, String> table) {
    return table == null ? "" : new TreeMap<>(table).toString();
  }

  /** True if no rule applies to this call, because the file says so. */
  public boolean exempts(KeyContext context) {
    return settings.exemption().covers(context);
  }

  /** True if only rules that name OPTIONS apply to this call, because it is a preflight. */
  public boolean isPreflight(Call call) {
    // An application that passes a preflight on spends the other side's budget as with any call.
    return !outbound && PreflightLimit.isPreflight(call);
  }

  /** Finds the rules that are for this call, in the order of the file. */
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
