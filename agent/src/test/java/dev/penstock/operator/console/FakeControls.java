package dev.penstock.operator.console;

import dev.penstock.http.Direction;
import dev.penstock.operator.KeyState;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fake agent with steady traffic that records all actions. */
final class FakeControls implements OperatorControls {
  private static final String KEY = "user=42";

  /** The recorded actions. */
  final List<String> actions = new ArrayList<>();

  boolean redisIsAvailable = true;
  boolean hasShadow = true;
  List<String> problems = List.of();
  String hostileName = "search";
  String hostileClient = "7f3a99c0d1";
  Runnable beforePeek = () -> {};

  private final long startedAt = System.currentTimeMillis() - 7_512_000;
  private final Map<String, Mode> switched = new HashMap<>();
  private @Nullable Mode all;

  @Override
  public synchronized Snapshot snapshot() {
    long now = System.currentTimeMillis();
    long millis = now - startedAt;
    long wave = (long) (400 * Math.sin(millis / 9_000.0));
    Mode mode = all == null ? Mode.ENFORCE : all;
    return new Snapshot(
        now,
        startedAt,
        "1.2.3",
        new Snapshot.Setting(
            "/srv/shop/penstock.yaml", Mode.ENFORCE, mode, all == null ? null : "console"),
        List.of(
            rule(Direction.INBOUND, "login", "5/min and 20/min", millis / 45, millis / 160),
            rule(Direction.INBOUND, "api", "100/min per user or ip", millis / 4 + wave, wave + 420),
            rule(Direction.INBOUND, hostileName, "60/min, burst 20", millis / 20 + wave, 0),
            rule(Direction.INBOUND, "uploads", "3 at once", 0, 0),
            rule(Direction.OUTBOUND, "stripe", "25/s, waits up to 2 s", millis / 41, 0)),
        ConsoleSample.outcomes(millis / 3 + wave, millis / 160, 0, 812),
        ConsoleSample.outcomes(millis / 41),
        ConsoleSample.hooks(),
        List.of(
            new Snapshot.LimitedClient("login", hostileClient, 18_201, 0),
            new Snapshot.LimitedClient("login", "b0419fe27c", 9_120, 0),
            new Snapshot.LimitedClient("api", "51cc0e8d44", 402, 17)),
        hasShadow ? ConsoleSample.shadow() : null,
        new Snapshot.StoreFigures(4_812, 1_000_000, ConsoleSample.redis(redisIsAvailable)),
        new Snapshot.Reloads(
            2, problems.isEmpty() ? 0 : 1, now - 754_000, "5 rules in force", problems),
        actions.size(),
        0);
  }

  private Snapshot.RuleFigures rule(
      Direction direction, String name, String limits, long admitted, long rejected) {
    Mode own = switched.get(name);
    Mode wanted = own == null ? Mode.ENFORCE : own;
    Mode mode = all != null && all.compareTo(wanted) > 0 ? all : wanted;
    return ConsoleSample.rule(
        direction,
        name,
        limits,
        Mode.ENFORCE,
        mode,
        own == null ? null : "console",
        mode == Mode.SHADOW
            ? ConsoleSample.outcomes(admitted, 0, rejected)
            : ConsoleSample.outcomes(admitted, rejected),
        admitted == 0 ? 0 : System.currentTimeMillis());
  }

  @Override
  public String status() {
    return "";
  }

  @Override
  public synchronized void switchAll(@Nullable Mode mode, String by) {
    all = mode;
    actions.add("all " + mode + " by " + by);
  }

  @Override
  public synchronized boolean switchRule(String rule, @Nullable Mode mode, String by) {
    if (snapshot().rules().stream().noneMatch(known -> known.name().equals(rule))) {
      return false;
    }
    if (mode == null) {
      switched.remove(rule);
    } else {
      switched.put(rule, mode);
    }
    actions.add(rule + " " + mode + " by " + by);
    return true;
  }

  @Override
  public List<KeyState> peek(String rule, String key) {
    beforePeek.run();
    synchronized (this) {
      actions.add("peek " + rule + " " + key);
      return states(key, 3);
    }
  }

  @Override
  public synchronized List<KeyState> reset(String rule, String key, String by) {
    actions.add("reset " + rule + " " + key + " by " + by);
    return states(key, 100);
  }

  private static List<KeyState> states(String key, long remaining) {
    if (!key.equals(KEY)) {
      throw new IllegalArgumentException("rule has no key `" + key + "`: it is `user=...`");
    }
    return List.of(
        new KeyState("api", "100/min", "7f3a99c0d1", 100, remaining, 12_400_000),
        new KeyState("api-day", "5000/day", "7f3a99c0d1", 5000, 4000 + remaining, 0));
  }

  synchronized List<String> actions() {
    return List.copyOf(actions);
  }
}
