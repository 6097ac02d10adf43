package dev.penstock.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs a class of the package {@code fixture} and its nested classes into a jar. */
public final class FixtureJar {
  private FixtureJar() {}

  /** A jar for the class path, or an agent if the class has a {@code premain} method. */
  public static Path of(Class<?> type, Path folder) {
    return of(type, folder, Map.of("Premain-Class", type.getName()), List.of());
  }

  /** A jar with these manifest attributes and nested jars. */
  public static Path of(
      Class<?> type, Path folder, Map<String, String> attributes, List<Path> inside) {
    Path jar = folder.resolve(type.getSimpleName() + ".jar");
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::putValue);
    try (OutputStream file = Files.newOutputStream(jar);
        var entries = new JarOutputStream(file, manifest)) {
      add(type, entries);
      for (Class<?> inner : type.getDeclaredClasses()) {
        add(inner, entries);
      }
      for (Path each : inside) {
        entries.putNextEntry(new JarEntry(each.getFileName().toString()));
        Files.copy(each, entries);
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Class<?> type, JarOutputStream entries) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    entries.putNextEntry(new JarEntry(name));
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      in.transferTo(entries);
    }
  }
}
