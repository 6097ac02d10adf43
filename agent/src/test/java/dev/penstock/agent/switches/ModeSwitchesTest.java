package dev.penstock.agent.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.reload.FirstLoad;
import dev.penstock.agent.reload.RulesFileLocations;
import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.config.text.RegularFile;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests mode switches of operators, which override the modes in the file. */
class ModeSwitchesTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        strict: { match: /strict, rate: 1/h }
        tried: { match: /tried, rate: 1/h, mode: shadow }
      """;

  @TempDir Path folder;
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  private final LocalStore store = new LocalStore(Ticker.system(), /* mostKeys= */ 1_000, log);
  private final List<RuleSets> inForce = new ArrayList<>(List.of(RuleSets.EMPTY));
  private final List<String> switchedBy = new ArrayList<>();
  private final ModeSwitches switches =
      new ModeSwitches(inForce::add, (what, by) -> switchedBy.add(by), log);

  @Test
  void aSwitchAppliesFromTheNextDecisionOn() {
    switches.rulesLoaded(Good.file(RULES).rules());
    assertThat(calls("/strict")).isEqualTo("+ -");
    switches.switchAll(Mode.OFF, "console");
    assertThat(switchedBy).containsExactly("console");
    assertThat(calls("/strict")).isEqualTo("+ +");
    switches.switchAll(Mode.SHADOW, "JMX");
    assertThat(calls("/strict")).isEqualTo("+ +");
    assertThat(CandidateTrial.existsIn(latest())).as("the rule is compared in shadow").isTrue();
    switches.switchAll(Mode.ENFORCE, "command line");
    assertThat(calls("/strict"))
        .as("the quota was neither spent nor refunded meanwhile")
        .isEqualTo("- -");
    switches.switchAll(/* mode= */ null, "console");
    assertThat(calls("/strict")).isEqualTo("- -");
    assertThat(logged())
        .isEqualTo(
            """
            penstock: switched off by console; the file says enforce
            penstock: switched to shadow by JMX; the file says enforce
            penstock: switched to enforce by command line; the file says enforce
            penstock: switched back by console; the file says enforce
            """);
    assertThat(switches.switches()).isEqualTo(4);
  }

  @Test
  void aRuleIsSwitchedIndependently() {
    switches.rulesLoaded(Good.file(RULES).rules());
    assertThat(calls("/tried")).isEqualTo("+ +");
    assertThat(switches.switchRule("tried", Mode.ENFORCE, "console")).isTrue();
    assertThat(calls("/tried")).isEqualTo("+ -");
    assertThat(switches.switchRule("strict", Mode.OFF, "console")).isTrue();
    assertThat(calls("/strict")).isEqualTo("+ +");
    switches.switchAll(Mode.SHADOW, "JMX");
    assertThat(calls("/tried")).isEqualTo("+ +");
    assertThat(switches.switchRule("tried", Mode.ENFORCE, "JMX")).isTrue();
    assertThat(calls("/tried")).isEqualTo("+ +");
    switches.switchAll(/* mode= */ null, "JMX");
    assertThat(calls("/tried")).isEqualTo("- -");
    assertThat(switches.switchRule("tried", /* mode= */ null, "console")).isTrue();
    assertThat(calls("/tried")).isEqualTo("+ +");
    assertThat(logged())
        .isEqualTo(
"""
penstock: rule tried switched to enforce by console; the file says shadow
penstock: rule strict switched off by console; the file says enforce
penstock: switched to shadow by JMX; the file says enforce
penstock: rule tried switched to enforce by JMX; the file says shadow; the mode of all rules is shadow
penstock: switched back by JMX; the file says enforce
penstock: rule tried switched back by console; the file says shadow
""");
    assertThat(switches.switches()).isEqualTo(6);
  }

  @Test
  void aMissingRuleCannotBeSwitched() {
    switches.rulesLoaded(Good.file(RULES).rules());
    assertThat(switches.switchRule("stict", Mode.OFF, "console")).isFalse();
    assertThat(inForce).hasSize(2);
    assertThat(logged()).isEmpty();
    assertThat(switches.switches()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "ENFORCE, ENFORCE, ENFORCE, ENFORCE", "ENFORCE, SHADOW,, SHADOW", "SHADOW, ENFORCE,, SHADOW",
    "OFF, ENFORCE, ENFORCE, ENFORCE", "OFF, SHADOW, ENFORCE, SHADOW", "SHADOW, OFF, ENFORCE, OFF",
    "ENFORCE, ENFORCE, SHADOW, SHADOW", "ENFORCE, ENFORCE, OFF, OFF", "ENFORCE, OFF, SHADOW, OFF"
  })
  void theMilderModeOfAllRulesAndOneRuleApplies(
      Mode file, Mode rule, @Nullable Mode all, Mode expected) {
    String text = "version: 1\nmode: %s\ninbound: { a: { match: /a, rate: 1/h } }\n";
    switches.rulesLoaded(Good.file(text.formatted(file.word())).rules());
    switches.switchRule("a", rule, "console");
    if (all != null) {
      switches.switchAll(all, "console");
    }
    RuleSet inbound = latest().inbound();
    assertThat(inbound.mode().orMilder(inbound.rules().get(0).mode())).isEqualTo(expected);
    assertThat(calls("/a")).isEqualTo(expected == Mode.ENFORCE ? "+ -" : "+ +");
    assertThat(switches.mode("a")).isEqualTo(rule);
    assertThat(switches.mode()).isEqualTo(all);
    assertThat(switches.switchedBy("a")).isEqualTo("console");
    assertThat(switches.switchedBy()).isEqualTo(all == null ? null : "console");
  }

  @Test
  void aReloadKeepsSwitchesAndLogsThem() throws IOException {
    RulesWatcher watcher = startedWatcher(RULES);
    switches.switchAll(Mode.SHADOW, "console");
    switches.switchRule("tried", Mode.OFF, "JMX");
    reload(watcher, RULES.replace("/strict", "/severe"));
    assertThat(calls("/severe")).isEqualTo("+ +");
    assertThat(watcher.state())
        .endsWith("penstock.yaml; switched to shadow by console; rule tried switched off by JMX");
    reload(watcher, "version: 1\nmode: off\ninbound: { strict: { match: /strict, rate: 1/h } }\n");
    switches.switchAll(/* mode= */ null, "console");
    reload(watcher, RULES);
    assertThat(switches.mode("tried")).as("a rule that is added again has no switch").isNull();
    assertThat(logged())
        .isEqualTo(
            """
            penstock: enforcing 2 rules (some compared in shadow) from FOLDER/penstock.yaml
            penstock: switched to shadow by console; the file says enforce
            penstock: rule tried switched off by JMX; the file says shadow
            penstock: reloaded FOLDER/penstock.yaml: changed strict (1/h by global on [/strict]\
             -> 1/h by global on [/severe]); switched to shadow by console;\
             rule tried switched off by JMX
            penstock: rule tried is no longer in the file; its switch by JMX is removed
            penstock: reloaded FOLDER/penstock.yaml: mode is off, changed strict\
             (1/h by global on [/severe] -> 1/h by global on [/strict]), removed tried;\
             switched to shadow by console
            penstock: switched back by console; the file says off
            penstock: reloaded FOLDER/penstock.yaml: mode is enforce,\
             added tried (1/h by global on [/tried])
            """);
  }

  @Test
  void aSwitchWorksWhileTheFileHasProblems() throws IOException {
    RulesWatcher watcher = startedWatcher(RULES);
    reload(watcher, "version: [");
    assertThat(calls("/strict")).isEqualTo("+ -");
    switches.switchAll(Mode.OFF, "console");
    assertThat(calls("/strict")).isEqualTo("+ +");
    reload(watcher, "version: ]");
    assertThat(calls("/strict")).isEqualTo("+ +");
    assertThat(logged()).contains("penstock: switched off by console; the file says enforce\n");
  }

  @Test
  void aSwitchIsKeptUntilAFileIsFound() throws IOException {
    RulesWatcher watcher = startedWatcher(/* rules= */ null);
    switches.switchAll(Mode.OFF, "command line");
    assertThat(inForce).hasSize(1);
    assertThat(switches.switchRule("strict", Mode.OFF, "command line")).isFalse();
    reload(watcher, RULES);
    assertThat(calls("/strict")).isEqualTo("+ +");
    assertThat(logged())
        .isEqualTo(
"""
penstock: warning: the rules file FOLDER/penstock.yaml, named by the agent argument, does\
 not exist. Nothing is limited; Penstock checks twice a second and applies the rules as\
 soon as it can read them. Create the file or correct the path.
penstock: switched off by command line; it applies once rules are loaded
penstock: enforcing 2 rules (some compared in shadow) from FOLDER/penstock.yaml;\
 switched off by command line
""");
  }

  private RulesWatcher startedWatcher(@Nullable String rules) throws IOException {
    Path file = folder.resolve("penstock.yaml");
    if (rules != null) {
      Files.writeString(file, rules);
    }

    RulesFileLocations locations =
        RulesFileLocations.of(file.toString(), new Properties(), Map.of(), new File("x.jar"));
    RulesWatcher watcher =
        new RulesWatcher(
            locations,
            /* candidate= */ null,
            RegularFile::read,
            switches::rulesLoaded,
            switches::remark,
            log);
    watcher.start(FirstLoad.OPTIONAL);
    return watcher;
  }

  private void reload(RulesWatcher watcher, String rules) throws IOException {
    Files.writeString(folder.resolve("penstock.yaml"), rules);
    watcher.check();
    watcher.check();
  }

  private RuleSets latest() {
    return inForce.get(inForce.size() - 1);
  }

  private Engine engine(RuleSet rules) {
    return new Engine(rules, store, new KeyHash(1, 2));
  }

  /** The outcomes of two calls. */
  private String calls(String path) {
    Engine engine = engine(latest().inbound());
    return call(engine, path) + " " + call(engine, path);
  }

  private static String call(Engine engine, String path) {
    return engine.decide(FakeCall.of("GET " + path)).isRejected() ? "-" : "+";
  }

  private String logged() {
    return logged
        .toString(StandardCharsets.UTF_8)
        .replace(folder.toString(), "FOLDER")
        .replace(System.lineSeparator(), "\n");
  }
}
