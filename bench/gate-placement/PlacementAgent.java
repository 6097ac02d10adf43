import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;

/** Makes a gate visible to every class, in one of two ways. */
public class PlacementAgent {
  public static void premain(String way, Instrumentation instrumentation) throws Exception {
    File here = new File(System.getProperty("placement.dir"));
    if (way.equals("boot-jar")) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(new File(here, "gate.jar")));
      Class.forName("gate.Gate", true, null);
    } else if (way.equals("java-base")) {
      instrumentation.redefineModule(
          Object.class.getModule(), Set.of(), Map.of(),
          Map.of("java.lang", Set.of(PlacementAgent.class.getModule())), Set.of(), Map.of());
      MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(Files.readAllBytes(new File(here, "java/lang/GateInBase.class").toPath()));
    }
  }
}
