package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.operator.SnapshotText;
import dev.penstock.operator.StatusProperties;
import dev.penstock.operator.StatusText;
import java.io.PrintStream;
import java.util.List;
import java.util.Properties;

/** The {@code ps} command: lists JVMs and whether Penstock is attached to them. */
public final class PsCommand {
  private static final String ROW = "%-8s %-32s %s%n";

  private PsCommand() {}

  public static ExitCode run(List<String> args, Jvms jvms, PrintStream out, PrintStream err)
      throws UsageException {
    if (!args.isEmpty()) {
      throw new UsageException("unexpected argument `" + args.get(0) + "`");
    }
    try {
      List<Jvms.Found> all = jvms.list();
      out.printf(ROW, "PID", "PENSTOCK", "MAIN");
      for (Jvms.Found each : all) {
        out.printf(ROW, each.pid(), state(each, jvms), each.name().isEmpty() ? "?" : each.name());
      }
      return ExitCode.SUCCESS;
    } catch (UnreachableException e) {
      return e.printTo(err);
    }
  }

  private static String state(Jvms.Found found, Jvms jvms) {
    try (Jvm jvm = jvms.connect(found.pid())) {
      Properties properties = jvm.properties();
      String version = properties.getProperty(StatusProperties.VERSION);
      if (version == null) {
        return "no";
      }
      return version
          + ", "
          + StatusText.state(
              SnapshotText.read(properties.getProperty(StatusProperties.SNAPSHOT, "")));
    } catch (UnreachableException e) {
      return "unreachable";
    } catch (IllegalArgumentException otherVersion) {
      return "another version";
    }
  }
}
