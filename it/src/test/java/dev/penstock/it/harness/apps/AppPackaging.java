package dev.penstock.it.harness.apps;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Packages compiled classes so that {@code java -jar app.jar PORT} starts them.
 *
 * @param folder the folder of the finished application
 */
record AppPackaging(AppRecipe recipe, Path folder, Path classes) {
  private static final String SPRING_BOOT = "spring-boot";
  private static final String TOMCAT_WAR = "tomcat-war";

  /** The jars on the class path. A WAR has none, because it runs in a Tomcat distribution. */
  List<Path> libraries() {
    return isKind(TOMCAT_WAR) ? List.of() : MavenLibraries.of(recipe);
  }

  void write(List<Path> libraries) throws IOException {
    if (isKind(SPRING_BOOT)) {
      writeSpringBootJar(libraries);
    } else if (isKind(TOMCAT_WAR)) {
      writeTomcat();
    } else {
      writeLibrariesBeside(libraries);
    }
  }

  private boolean isKind(String kind) {
    return recipe.word("packaging", "").equals(kind);
  }

  private void writeLibrariesBeside(List<Path> libraries) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    for (Path library : libraries) {
      link(library, lib.resolve(library.getFileName().toString()));
    }
    String classPath =
        libraries.stream()
            .map(library -> "lib/" + library.getFileName())
            .collect(Collectors.joining(" "));
    try (var jar = jar(manifest(mainClass(), classPath))) {
      addFolder(jar, "", classes);
    }
  }

  private String mainClass() {
    return recipe.word("main", "testapp.App");
  }

  private JarOutputStream jar(Manifest manifest) throws IOException {
    return new JarOutputStream(Files.newOutputStream(folder.resolve("app.jar")), manifest);
  }

  private static Manifest manifest(String mainClass, String classPath) {
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, mainClass);
    if (!classPath.isEmpty()) {
      attributes.put(Attributes.Name.CLASS_PATH, classPath);
    }
    // Netty loads native libraries, about which newer JVMs warn on stderr.
    attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
    return manifest;
  }

  /*
   * Same layout as Spring Boot's plugin: launcher classes at the top, application classes below
   * BOOT-INF/classes, and uncompressed libraries below BOOT-INF/lib.
   */
  private void writeSpringBootJar(List<Path> libraries) throws IOException {
    String bom = recipe.word("boms", "");
    String version = bom.substring(bom.lastIndexOf(':') + 1);
    Path loader = MavenLibraries.file("org.springframework.boot:spring-boot-loader:" + version);
    String launcher = "org.springframework.boot.loader.launch.JarLauncher";
    try (var loaderJar = new JarFile(loader.toFile())) {
      if (loaderJar.getEntry(launcher.replace('.', '/') + ".class") == null) {
        launcher = "org.springframework.boot.loader.JarLauncher";
      }
      Manifest manifest = manifest(launcher, "");
      Attributes attributes = manifest.getMainAttributes();
      attributes.putValue("Start-Class", mainClass());
      attributes.putValue("Spring-Boot-Version", version);
      attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
      attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
      try (var jar = jar(manifest)) {
        addClassesOf(loaderJar, jar);
        for (String name : List.of("BOOT-INF/", "BOOT-INF/classes/", "BOOT-INF/lib/")) {
          jar.putNextEntry(new ZipEntry(name));
        }
        addFolder(jar, "BOOT-INF/classes/", classes);
        for (Path library : libraries) {
          addStored(jar, "BOOT-INF/lib/" + library.getFileName(), Files.readAllBytes(library));
        }
      }
    }
  }

  private static void addClassesOf(JarFile from, JarOutputStream jar) throws IOException {
    for (JarEntry entry : from.stream().filter(each -> !each.isDirectory()).toList()) {
      if (entry.getName().startsWith("org/") || entry.getName().startsWith("META-INF/services/")) {
        jar.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream content = from.getInputStream(entry)) {
          content.transferTo(jar);
        }
      }
    }
  }

  private static void addStored(JarOutputStream jar, String name, byte[] content)
      throws IOException {
    var checksum = new CRC32();
    checksum.update(content);
    var entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    jar.putNextEntry(entry);
    jar.write(content);
  }

  /*
   * home/ is the distribution. base/ is one installation of it, with the site as ROOT.war. Both
   * app.jar and home/bin/catalina.sh start it.
   */
  private void writeTomcat() throws IOException {
    Path home = folder.resolve("home");
    Path base = folder.resolve("base");
    unpack(MavenLibraries.file(recipe.list("libraries").get(0)), home);
    Path source = Artifacts.APPS.resolve(recipe.word("files", ""));
    copyFolder(source.resolve("base"), base);
    Files.copy(home.resolve("conf/web.xml"), base.resolve("conf/web.xml"));
    Files.createDirectories(base.resolve("temp"));
    Path webapps = Files.createDirectories(base.resolve("webapps"));
    try (var war = new ZipOutputStream(Files.newOutputStream(webapps.resolve("ROOT.war")))) {
      addFolder(war, "", source.resolve("war"));
      addFolder(war, "WEB-INF/classes/", classes);
    }
    // The same class path as in catalina.sh.
    String classPath = "home/bin/bootstrap.jar home/bin/tomcat-juli.jar";
    try (var jar = jar(manifest(mainClass(), classPath))) {
      addFolder(jar, "", classes);
    }
  }

  /** Adds a folder with directory entries. Spring does not find classes without them. */
  private static void addFolder(ZipOutputStream zip, String prefix, Path from) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path each : all.filter(path -> !path.equals(from)).sorted().toList()) {
        String name = prefix + from.relativize(each).toString().replace('\\', '/');
        if (Files.isDirectory(each)) {
          zip.putNextEntry(new ZipEntry(name + "/"));
        } else {
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(each, zip);
        }
      }
    }
  }

  private static void copyFolder(Path from, Path to) throws IOException {
    for (Path file : Folders.files(from).toList()) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.resolveSibling("."));
      Files.copy(file, copy);
    }
  }

  /** Unpacks a distribution without its top-level folder and its bundled applications. */
  private static void unpack(Path archive, Path to) throws IOException {
    try (var zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        String name = entry.getName().substring(entry.getName().indexOf('/') + 1);
        if (name.startsWith("webapps/")) {
          continue;
        }
        Path file = to.resolve(name).normalize();
        if (!file.startsWith(to)) {
          throw new IOException("an entry outside of the archive: " + name);
        }
        Files.createDirectories(file.resolveSibling("."));
        try (OutputStream out = Files.newOutputStream(file)) {
          zip.getInputStream(entry).transferTo(out);
        }
      }
    }
  }

  /** Links or copies a file. Links save space, because dozens of applications share libraries. */
  private static void link(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(from, to);
    }
  }
}
