package dev.penstock.cli;

import dev.penstock.cli.simulate.SimulateCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory with rules and an access log for simulations. */
public record SimulateFolder(Path folder) {
  public static final String LOG =
      """
      1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /api/x HTTP/1.1" 200 5 "-" "curl/8.5.0"
      1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /api/y HTTP/1.1" 200 5 "-" "curl/8.5.0"
      1.2.3.4 - - [10/Oct/2026:13:55:37 +0000] "GET //api/z HTTP/1.1" 200 5 "-" "curl/8.5.0"
      2001:db8::1 - ann [10/Oct/2026:13:57:40 +0000] "GET / HTTP/2.0" 200 5 "-" "curl/8.5.0"
      """;

  /** Writes a rules file and a log; the rule rejects the last request but one. */
  public static SimulateFolder prepared(Path folder) throws IOException {
    SimulateFolder prepared = new SimulateFolder(folder);
    prepared.write(
        "penstock.yaml",
        """
        version: 1
        inbound:
          api: { match: /api/**, key: ip, rate: 2/min, algorithm: fixed-window }
        """);
    prepared.write("access.log", LOG);
    return prepared;
  }

  /** Writes or replaces a file. */
  public void write(String name, String text) throws IOException {
    Files.writeString(path(name), text);
  }

  public Path path(String name) {
    return folder.resolve(name);
  }

  /** Runs {@code simulate}; returns the output with file names relative to the directory. */
  public String simulate(String... args) {
    return simulate(InputStream.nullInputStream(), args);
  }

  /** Runs {@code simulate} with a standard input. */
  public String simulate(InputStream in, String... args) {
    List<String> all = new ArrayList<>();
    for (String arg : args) {
      all.add(arg.contains(".") ? path(arg).toString() : arg);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String code;
    try (PrintStream stdout = new PrintStream(out, false, StandardCharsets.UTF_8);
        PrintStream stderr = new PrintStream(err, false, StandardCharsets.UTF_8)) {
      code = "exit " + SimulateCommand.run(all, in, stdout, stderr).code();
    } catch (UsageException e) {
      code = "usage: " + e.getMessage();
    }
    String errors =
        err.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> "stderr: " + line + "\n")
            .reduce("", String::concat);
    return (out.toString(StandardCharsets.UTF_8) + errors + code)
        .replace(folder + folder.getFileSystem().getSeparator(), "");
  }
}
