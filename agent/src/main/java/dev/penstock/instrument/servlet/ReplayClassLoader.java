package dev.penstock.instrument.servlet;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import org.jspecify.annotations.Nullable;

/** Defines the class of replayed requests in a loader that sees an application's servlet API. */
final class ReplayClassLoader extends ClassLoader {
  /*
   * The wrapper must extend a class of the servlet API. There are two such APIs, and the agent's
   * loader sees neither. So the wrapper is compiled against jakarta, renamed for javax, and defined
   * in a child of the API's own loader. This loader is reachable only from the API's loader, and is
   * unloaded with it.
   */
  private static final String PACKAGE = "dev.penstock.instrument.servlet.";
  private static final Set<String> REPLAY_CLASSES =
      Set.of(PACKAGE + "ReplayedRequest", PACKAGE + "ReplayedBody", PACKAGE + "PartlyReadBody");

  private final String namespace;

  ReplayClassLoader(@Nullable ClassLoader api, String namespace) {
    super("penstock-replay", api);
    this.namespace = namespace.replace('.', '/') + "/";
  }

  Class<?> requestType() {
    try {
      return loadClass(PACKAGE + "ReplayedRequest");
    } catch (ClassNotFoundException incomplete) {
      throw new IllegalStateException(incomplete);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!REPLAY_CLASSES.contains(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!REPLAY_CLASSES.contains(name)) {
      throw new ClassNotFoundException(name);
    }
    try {
      byte[] bytes = classFile(name);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }

  /** Other agents read class files, and report classes whose loader does not return one. */
  @Override
  public @Nullable InputStream getResourceAsStream(String resource) {
    String name = resource.replace('/', '.').replaceFirst("\\.class$", "");
    try {
      return REPLAY_CLASSES.contains(name)
          ? new ByteArrayInputStream(classFile(name))
          : super.getResourceAsStream(resource);
    } catch (IOException unreadable) {
      return null;
    }
  }

  private byte[] classFile(String name) throws IOException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = ReplayClassLoader.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      return renamed(in.readAllBytes());
    }
  }

  private byte[] renamed(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassRemapper(
                writer,
                new Remapper(Opcodes.ASM9) {
                  @Override
                  public String map(String type) {
                    return type.startsWith("jakarta/servlet/")
                        ? namespace + type.substring("jakarta/servlet/".length())
                        : type;
                  }
                }),
            0);
    return writer.toByteArray();
  }
}
