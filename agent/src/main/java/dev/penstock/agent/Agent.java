package dev.penstock.agent;

import dev.penstock.bootstrap.Gate;
import dev.penstock.engine.Engine;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Weaver;
import dev.penstock.instrument.servlet.ServletHook;
import dev.penstock.key.KeyHash;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.FileSettings;
import dev.penstock.rule.RuleSet;
import dev.penstock.store.LocalStore;
import dev.penstock.store.Ticker;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent in a JVM: joins rules, store, gate and weaving, and puts new rules in force. */
public final class Agent {
  private final AgentLog log;
  private final LocalStore store;
  private final KeyHash secret = KeyHash.withRandomSecret();
  private final AgentGatekeeper keeper;
  private final Weaver weaver;
  private boolean weaving;

  private Agent(Instrumentation instrumentation, AgentLog log) {
    this.log = log;
    store = new LocalStore(Ticker.system(), FileSettings.USUAL_MOST_KEYS, log);
    List<Hook> hooks = List.of(new ServletHook());
    keeper = new AgentGatekeeper(hooks, new Engine(RuleSet.EMPTY, store, secret), store, log);
    List<Target> targets = new ArrayList<>();
    for (Hook hook : hooks) {
      targets.addAll(hook.targets());
    }
    weaver = new Weaver(instrumentation, targets, log);
  }

  /** Called once, by the premain class, before the application starts. */
  public static void start(
      @Nullable String arguments, Instrumentation instrumentation, File agentJar) {
    AgentOptions options = AgentOptions.parse(arguments);
    AgentLog log = AgentLog.onStderr();
    Agent agent = new Agent(instrumentation, log);
    RulesPlaces places = RulesPlaces.of(options, System.getProperties(), System.getenv(), agentJar);
    RulesWatch watch = new RulesWatch(places, agent::enforce, log);
    watch.start();
    Gate.keptBy(agent.keeper);
    // Threads come last: one that loads classes while the JVM still starts can lock it up.
    new Housekeeping(watch, agent.store, log).start();
  }

  /** Puts rules in force. Code is woven when there is a first rule that needs it, not before. */
  private void enforce(RuleSet ruleSet) {
    store.rememberAtMost(ruleSet.settings().mostKeys());
    Engine engine = new Engine(ruleSet, store, secret);
    keeper.judgeBy(engine);
    store.keepOnly(engine.budgetNames());
    if (!weaving && !engine.isIdle()) {
      weaving = true;
      weaver.install();
      log.debug("weaving; " + weaver.woven() + " classes were loaded already");
    }
  }
}
