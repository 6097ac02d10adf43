package dev.penstock.agent.operator;

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

/**
 * Publishes version, status and snapshot as agent properties of the JVM, where other processes of
 * the same user can read them.
 */
public final class StatusPublisher extends Properties {
  /*
   * Any process that may attach to a JVM can read its agent properties without loading code into
   * it: nothing is written to stderr, nothing stays behind, and it works where loading agents is
   * forbidden. This object is installed as the defaults of these properties, so the values are
   * computed only when a process reads them. See docs/decisions/0019-attach.md.
   */
  private static final long serialVersionUID = 1;
  private static final String PROPERTIES = "jdk.internal.vm.VMSupport";

  private final transient OperatorControls controls;

  private StatusPublisher(OperatorControls controls) {
    this.controls = controls;
  }

  /** Installs the properties; throws if this Java version has no agent properties. */
  static void publish(OperatorControls controls, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    StatusPublisher published = new StatusPublisher(controls);
    // The values are never read, but names without a value are not listed.
    published.setProperty(StatusProperties.VERSION, "");
    published.setProperty(StatusProperties.STATUS, "");
    published.setProperty(StatusProperties.SNAPSHOT, "");
    Set<Module> agentModule = Set.of(StatusPublisher.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        /* extraReads= */ Set.of(),
        /* extraExports= */ Map.of("jdk.internal.vm", agentModule),
        /* extraOpens= */ Map.of("java.util", agentModule),
        /* extraUses= */ Set.of(),
        /* extraProvides= */ Map.of());
    Object properties =
        Class.forName(PROPERTIES, /* initialize= */ true, /* loader= */ null)
            .getMethod("getAgentProperties")
            .invoke(null);
    Field defaults = Properties.class.getDeclaredField("defaults");
    defaults.setAccessible(true);
    if (defaults.get(properties) == null) {
      defaults.set(properties, published);
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
      // Other tools read these properties too and must not fail because of Penstock.
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
