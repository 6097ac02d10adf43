package dev.penstock.agent.operator;

import dev.penstock.agent.store.StoreSelection;
import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.Verdict;
import dev.penstock.telemetry.CountedClient;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.HookState.State;
import dev.penstock.telemetry.Snapshot.LimitedClient;
import dev.penstock.telemetry.Snapshot.PortState;
import dev.penstock.telemetry.Snapshot.ShadowFigures;
import dev.penstock.telemetry.Snapshot.StoreFigures;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the part of a snapshot that is not about rules: version, hooks, store, candidate. */
public final class EnvironmentSnapshot {
  private static final String NO_VERSION = "unknown";

  private final File agentJar;
  private final Weaver weaver;
  private final Supplier<List<PortState>> ports;
  private final StoreSelection stores;
  private final Supplier<@Nullable ComparisonResult> findings;
  private volatile @Nullable String version;

  public EnvironmentSnapshot(
      File agentJar,
      Weaver weaver,
      Supplier<List<PortState>> ports,
      StoreSelection stores,
      Supplier<@Nullable ComparisonResult> findings) {
    this.agentJar = agentJar;
    this.weaver = weaver;
    this.ports = ports;
    this.stores = stores;
    this.findings = findings;
  }

  /** Reads the version from the jar on first use, to keep the start fast. */
  String version() {
    String known = version;
    if (known == null) {
      known = readVersion();
      version = known;
    }
    return known;
  }

  private String readVersion() {
    try (JarFile jar = new JarFile(agentJar)) {
      Manifest manifest = jar.getManifest();
      String read =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return read == null ? NO_VERSION : read;
    } catch (IOException unreadable) {
      return NO_VERSION;
    }
  }

  /** Returns the state of all installed hooks. */
  List<HookState> hooks() {
    List<HookState> states = new ArrayList<>();
    for (InstalledHook hook : weaver.hooks()) {
      State state =
          hook.isDegraded()
              ? State.DEGRADED
              : hook.classes() == 0 ? State.NOT_MET : State.INSTALLED;
      states.add(new HookState(hook.name(), state, hook.classes()));
    }
    return List.copyOf(states);
  }

  /** Returns the ports of the application, if they are known. */
  List<PortState> ports() {
    return ports.get();
  }

  StoreFigures store(long mostKeys) {
    return new StoreFigures(stores.inForce().liveKeys(), mostKeys, stores.redisFigures());
  }

  /** Returns the results of the comparison in shadow; null if there is none. */
  @Nullable ShadowFigures shadow() {
    ComparisonResult found = findings.get();
    if (found == null) {
      return null;
    }
    AgreementCounts all = found.inbound().counts().plus(found.outbound().counts());
    Verdict verdict = Verdict.of(found);
    return new ShadowFigures(
        found.candidate(),
        verdict.ready(),
        verdict.reasons(),
        all.bothAdmit(),
        all.onlyEnforcedRejects(),
        all.onlyCandidateRejects(),
        all.bothReject(),
        Stream.concat(
                found.inbound().newlyRejected().stream(), found.outbound().newlyRejected().stream())
            .map(EnvironmentSnapshot::client)
            .toList(),
        found.excluded().micros(),
        found.excluded().sentences());
  }

  private static LimitedClient client(CountedClient client) {
    return new LimitedClient(client.rule(), client.id(), client.count(), client.tooMany());
  }
}
