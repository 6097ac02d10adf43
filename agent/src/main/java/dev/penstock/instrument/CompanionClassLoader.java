package dev.penstock.instrument;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import org.jspecify.annotations.Nullable;

/** Defines a few classes of the agent where they see both the agent and a library. */
public final class CompanionClassLoader extends ClassLoader {
  /*
   * Some classes of the agent must extend classes of a library. The agent's loader does not see the
   * library, whose packages may have other names in the application: javax for jakarta, or those of
   * a relocated copy. So these classes are compiled against the library, renamed, and defined in a
   * child of the library's own loader. This loader is reachable only from the library's loader, and
   * is unloaded with it.
   */
  private static final ClassLoader AGENT = CompanionClassLoader.class.getClassLoader();
  private static final String AGENT_PACKAGES = "dev.penstock.";

  private final Predicate<String> own;
  private final String compiledPackage;
  private final String actualPackage;

  /**
   * Makes a loader beside a library.
   *
   * @param name describes this loader
   * @param library the loader of the library
   * @param own selects the names of the classes to define here
   * @param compiledPackage the package of the library that they were compiled against
   * @param actualPackage the name that this package has in the application
   */
  public CompanionClassLoader(
      String name,
      @Nullable ClassLoader library,
      Predicate<String> own,
      String compiledPackage,
      String actualPackage) {
    super(name, library);
    this.own = own;
    this.compiledPackage = compiledPackage.replace('.', '/') + "/";
    this.actualPackage = actualPackage.replace('.', '/') + "/";
  }

  /** One of the classes that are defined here. */
  public Class<?> type(String name) {
    try {
      return loadClass(name);
    } catch (ClassNotFoundException incomplete) {
      throw new IllegalStateException(incomplete);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!own.test(name)) {
      return name.startsWith(AGENT_PACKAGES)
          ? Class.forName(name, /* initialize= */ false, AGENT)
          : super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!own.test(name)) {
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
      return own.test(name)
          ? new ByteArrayInputStream(classFile(name))
          : super.getResourceAsStream(resource);
    } catch (IOException unreadable) {
      return null;
    }
  }

  private byte[] classFile(String name) throws IOException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = AGENT.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      byte[] compiled = in.readAllBytes();
      return compiledPackage.equals(actualPackage) ? compiled : renamed(compiled);
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
                    return type.startsWith(compiledPackage)
                        ? actualPackage + type.substring(compiledPackage.length())
                        : type;
                  }
                }),
            0);
    return writer.toByteArray();
  }
}
