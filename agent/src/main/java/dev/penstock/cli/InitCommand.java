package dev.penstock.cli;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The {@code init} command: creates a commented rules file; never overwrites a file. */
final class InitCommand {
  private InitCommand() {}

  static ExitCode run(List<String> args, PrintStream out, PrintStream err) throws UsageException {
    if (args.size() > 1) {
      throw new UsageException("unexpected argument `" + args.get(1) + "`");
    }
    String name = args.isEmpty() ? "penstock.yaml" : args.get(0);
    if (name.startsWith("-")) {
      throw new UsageException("`init` has no option `" + name + "`");
    }
    try {
      return write(new File(name), out, err);
    } catch (IOException e) {
      err.println("error: cannot write " + name + ": " + e.getMessage());
      return ExitCode.PROBLEMS;
    }
  }

  private static ExitCode write(File file, PrintStream out, PrintStream err) throws IOException {
    if (!file.createNewFile()) {
      err.println("error: " + file + " already exists; nothing was written");
      return ExitCode.PROBLEMS;
    }
    try (OutputStream stream = new FileOutputStream(file)) {
      stream.write(Resources.starter().getBytes(StandardCharsets.UTF_8));
    }
    out.println("wrote " + file);
    return ExitCode.SUCCESS;
  }
}
