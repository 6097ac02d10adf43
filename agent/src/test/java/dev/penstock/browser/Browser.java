package dev.penstock.browser;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser on this machine. */
public record Browser(Path command) {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");

  /** The first browser on the PATH. */
  public static Optional<Browser> find() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    return NAMES.stream()
        .flatMap(name -> Stream.of(folders).map(folder -> new File(folder, name).toPath()))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Browser::new);
  }

  /**
   * The result of loading a page.
   *
   * @param dom the DOM after the scripts have run
   * @param log the log of the browser, including the page's console
   */
  public record Shown(String dom, String log) {}

  public Shown show(Path page, Path folder) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("browser.log");
    List<String> line = new ArrayList<>(List.of(command.toString(), "--headless", "--no-sandbox"));
    line.addAll(List.of("--disable-gpu", "--no-first-run", "--disable-extensions"));
    line.addAll(List.of("--disable-dev-shm-usage", "--disable-background-networking"));
    line.add("--user-data-dir=" + folder.resolve("profile"));
    line.addAll(List.of("--enable-logging=stderr", "--window-size=1400,1000", "--dump-dom"));
    line.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(line).redirectOutput(dom.toFile()).redirectError(log.toFile()).start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("the browser did not end: " + Files.readString(log));
    }
    return new Shown(Files.readString(dom), Files.readString(log));
  }
}
