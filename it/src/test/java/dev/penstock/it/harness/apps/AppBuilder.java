package dev.penstock.it.harness.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles and packages an application of {@code it/apps} when a test first needs it. */
public final class AppBuilder {
  /*
   * Built applications stay in it/target/apps with a checksum of their inputs, so later runs reuse
   * them. There is no Maven module per version: most applications share their sources and differ
   * by a version only, and a module costs more than a second of every build.
   */
  private static final Map<String, AppRecipe> RECIPES =
      AppRecipe.all(Artifacts.APPS.resolve("apps.txt"));

  private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

  private final AppRecipe recipe;
  private final Path folder;

  private AppBuilder(AppRecipe recipe) {
    this.recipe = recipe;
    this.folder = Artifacts.APPS_BUILT.resolve(recipe.name());
  }

  /** Builds an application if necessary. The folder holds {@code app.jar} and its libraries. */
  public static Path folder(String name) {
    return BUILT.computeIfAbsent(
        name,
        each -> {
          AppRecipe recipe = RECIPES.get(each);
          if (recipe == null) {
            throw new IllegalArgumentException("it/apps/apps.txt has no " + each);
          }
          try {
            return new AppBuilder(recipe).build();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private Path build() throws IOException {
    String checksum = checksum();
    Path stamp = folder.resolve("made-from");
    if (Files.exists(stamp) && Files.readString(stamp).equals(checksum)) {
      return folder;
    }
    Folders.delete(folder);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    var packaging = new AppPackaging(recipe, folder, classes);
    List<Path> libraries = packaging.libraries();
    compile(classes, Stream.concat(libraries.stream(), provided()).toList());
    copyResources(classes);
    packaging.write(libraries);
    Files.writeString(stamp, checksum);
    return folder;
  }

  private Stream<Path> provided() {
    return recipe.list("provided").stream().map(MavenLibraries::file);
  }

  private void compile(Path classes, List<Path> classPath) throws IOException {
    var messages = new StringWriter();
    var options =
        new ArrayList<>(
            List.of("--release", "17", "-parameters", "-g", "-nowarn", "-d", classes.toString()));
    options.addAll(List.of("-cp", joined(classPath)));
    List<Path> processors = MavenLibraries.processors(recipe);
    options.addAll(
        processors.isEmpty()
            ? List.of("-proc:none")
            : List.of("-processorpath", joined(processors)));
    List<Source> units =
        files("sources", ".java").map(file -> new Source(file, recipe.text(file))).toList();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(messages, /* fileManager= */ null, null, options, null, units)
            .call();
    if (!compiled) {
      throw new IllegalStateException("cannot compile " + recipe.name() + ":\n" + messages);
    }
  }

  private static String joined(List<Path> path) {
    return path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private void copyResources(Path classes) throws IOException {
    for (Path file : files("sources", ".properties").toList()) {
      Files.copy(file, classes.resolve(file.getFileName()));
    }
  }

  /** The files with this extension below the folders that a recipe setting lists. */
  private Stream<Path> files(String row, String ending) {
    return recipe.list(row).stream()
        .map(Artifacts.APPS::resolve)
        .flatMap(Folders::files)
        .filter(file -> file.toString().endsWith(ending))
        .sorted(Comparator.naturalOrder());
  }

  /** Covers the recipe, the sources and the code of the builder. */
  private String checksum() throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(recipe.toString().getBytes(UTF_8));
      for (Class<?> builder : List.of(AppBuilder.class, AppPackaging.class)) {
        try (var code = builder.getResourceAsStream(builder.getSimpleName() + ".class")) {
          digest.update(code.readAllBytes());
        }
      }
      for (Path file : Stream.concat(files("sources", ""), files("files", "")).toList()) {
        digest.update(file.toString().getBytes(UTF_8));
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A source file with the recipe's replacements applied. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Path file, String text) {
      super(URI.create("string:///" + file.toUri().getPath()), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
