package dev.penstock.agent;

import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.SnapshotText;
import dev.penstock.operator.StatusProperties;
import dev.penstock.shadow.log.PenstockVersion;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the same user's other processes can read of the agent without entering its JVM. */
final class StatusPublisher extends Properties {
  /*
   * A JVM has agent properties, which whoever may attach to it can read without loading anything into
   * it: no line on its stderr, nothing left behind, and it works where loading agents is forbidden.
   * They are read rarely and then at once, so what is in here is made up when it is read, by being
   * what those properties fall back to. docs/decisions/0019-attach.md
   */
  private static final long serialVersionUID = 1;
  private static final String PROPERTIES = "jdk.internal.vm.VMSupport";

  private final transient OperatorControls controls;

  private StatusPublisher(OperatorControls controls) {
    this.controls = controls;
  }

  /** Puts it up; throws if this Java has no such properties. */
  static void putUp(OperatorControls controls, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    StatusPublisher board = new StatusPublisher(controls);
    // Their values are not looked at, but names without a value are not found.
    board.setProperty(StatusProperties.VERSION, "");
    board.setProperty(StatusProperties.STATUS, "");
    board.setProperty(StatusProperties.SNAPSHOT, "");
    Set<Module> us = Set.of(StatusPublisher.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        /* extraReads= */ Set.of(),
        /* extraExports= */ Map.of("jdk.internal.vm", us),
        /* extraOpens= */ Map.of("java.util", us),
        /* extraUses= */ Set.of(),
        /* extraProvides= */ Map.of());
    Object properties =
        Class.forName(PROPERTIES, /* initialize= */ true, /* loader= */ null)
            .getMethod("getAgentProperties")
            .invoke(null);
    Field fallBack = Properties.class.getDeclaredField("defaults");
    fallBack.setAccessible(true);
    if (fallBack.get(properties) == null) {
      fallBack.set(properties, board);
    }
  }

  @Override
  public @Nullable String getProperty(String name) {
    try {
      if (name.equals(StatusProperties.VERSION)) {
        return PenstockVersion.ofAgent();
      }
      if (name.equals(StatusProperties.STATUS)) {
        return controls.status();
      }
      return name.equals(StatusProperties.SNAPSHOT)
          ? SnapshotText.of(controls.snapshot())
          : super.getProperty(name);
    } catch (Throwable error) {
      // Others read these properties too, and are not to fail over ours.
      return "";
    }
  }

  @Override
  public synchronized boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public synchronized int hashCode() {
    return System.identityHashCode(this);
  }
}
