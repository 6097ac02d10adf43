package dev.penstock.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Defines the gate inside {@code java.base}, where every class loader and module can see it. */
public final class GatePlacement {
  /*
   * docs/decisions/0001-gate-in-java-base.md has the other way and the measurements. The package is
   * opened to the agent's own loader alone, so the application can do no more than before.
   */
  private static final List<String> TYPES =
      List.of("PenstockTicket", "PenstockGatekeeper", "PenstockGate");

  private GatePlacement() {}

  /** Called once, by the premain class, before any other class of the agent is loaded. */
  public static void define(Instrumentation instrumentation)
      throws IOException, IllegalAccessException {
    Module agent = GatePlacement.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        /* extraReads= */ Set.of(),
        /* extraExports= */ Map.of(),
        /* extraOpens= */ Map.of("java.lang", Set.of(agent)),
        /* extraUses= */ Set.of(),
        /* extraProvides= */ Map.of());
    MethodHandles.Lookup javaLang =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    for (String type : TYPES) {
      javaLang.defineClass(bytesOf("java/lang/" + type + ".class"));
    }
  }

  private static byte[] bytesOf(String resource) throws IOException {
    try (InputStream in = GatePlacement.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("penstock.jar lacks " + resource);
      }
      return in.readAllBytes();
    }
  }
}
