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

/** Defines the replayed request where it sees the servlet API of an application. */
final class ReplayLoader extends ClassLoader {
  /*
   * A wrapper has to extend a class of the API, which our own loader does not see, and which there
   * are two of. So it is compiled against one of them, renamed for the other, and lives in a loader
   * below the API's own. Whoever holds the API holds this loader, and nobody else does.
   */
  private static final String PACKAGE = "dev.penstock.instrument.servlet.";
  private static final Set<String> OWN =
      Set.of(PACKAGE + "ReplayedRequest", PACKAGE + "ReplayedBody", PACKAGE + "PartlyReadBody");

  private final String namespace;

  ReplayLoader(@Nullable ClassLoader api, String namespace) {
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
    if (!OWN.contains(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!OWN.contains(name)) {
      throw new ClassNotFoundException(name);
    }
    try {
      byte[] bytes = classFile(name);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }

  /** Other agents look at class files, and complain of those that a loader does not show. */
  @Override
  public @Nullable InputStream getResourceAsStream(String resource) {
    String name = resource.replace('/', '.').replaceFirst("\\.class$", "");
    try {
      return OWN.contains(name)
          ? new ByteArrayInputStream(classFile(name))
          : super.getResourceAsStream(resource);
    } catch (IOException unreadable) {
      return null;
    }
  }

  private byte[] classFile(String name) throws IOException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = ReplayLoader.class.getClassLoader().getResourceAsStream(resource)) {
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
