package dev.penstock.agent;

import dev.penstock.instrument.Weaver;
import dev.penstock.instrument.WovenHook;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.Summary;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the agent is doing in this JVM, in words for an operator. */
final class Status implements Supplier<String> {
  private final RulesWatch rules;
  private final Weaver weaver;
  private final Stores stores;
  private final IntSupplier heldCalls;
  private final Supplier<@Nullable Findings> shadow;
  private final AgentLog log;

  Status(
      RulesWatch rules,
      Weaver weaver,
      Stores stores,
      IntSupplier heldCalls,
      Supplier<@Nullable Findings> shadow,
      AgentLog log) {
    this.rules = rules;
    this.weaver = weaver;
    this.stores = stores;
    this.heldCalls = heldCalls;
    this.shadow = shadow;
    this.log = log;
  }

  @Override
  public String get() {
    StringBuilder text = new StringBuilder();
    line(text, "rules", rules.state());
    List<WovenHook> hooks = weaver.hooks();
    line(text, "hooks", hooks.isEmpty() ? "none, as no rule needs one" : "");
    for (WovenHook hook : hooks) {
      int classes = hook.classes();
      text.append("  ").append(padded(hook.name()));
      text.append(
          classes == 0 ? "not met" : classes == 1 ? "in 1 class" : "in " + classes + " classes");
      text.append('\n');
    }
    for (String failed : weaver.failed()) {
      text.append("  failed: ").append(failed).append('\n');
    }
    line(text, "keys", Long.toString(stores.inForce().liveKeys()));
    String redis = stores.status();
    if (redis != null) {
      line(text, "redis", redis);
    }
    line(text, "held", heldCalls.getAsInt() + " outbound calls");
    Findings findings = shadow.get();
    if (findings != null) {
      line(text, "shadow", Summary.of(findings));
    }
    line(text, "errors", log.countOf(AgentLog.SUPPRESSED) + " suppressed");
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(value.isEmpty() ? name : padded(name) + value).append('\n');
  }

  private static String padded(String name) {
    return name + " ".repeat(Math.max(1, 12 - name.length()));
  }
}
