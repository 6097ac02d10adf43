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
   * docs/decisions/0001-gate-in-java-base.md describes the alternative and has measurements. The
   * package is opened to the agent's own loader only, so the application gains no access.
   */
  private static final List<String> TYPES =
      List.of("PenstockTicket", "PenstockGatekeeper", "PenstockGate");

  private GatePlacement() {}

  /** Defines the gate. The premain class calls this once, before it loads another agent class. */
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
        throw new IOException(
            "penstock.jar does not contain " + resource + "; use the original jar");
      }
      return in.readAllBytes();
    }
  }
}
