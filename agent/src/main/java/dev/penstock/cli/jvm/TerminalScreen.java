package dev.penstock.cli.jvm;

import dev.penstock.cli.StdoutCharset;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Where views follow each other: in place on a terminal, one below the other anywhere else. */
public final class TerminalScreen implements AutoCloseable {
  private static final String OTHER_SCREEN = "\033[?1049h\033[?25l";
  private static final String BACK = "\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String REST_OF_LINE = "\033[K";
  private static final String REST_OF_SCREEN = "\033[J";
  private static final String STDOUT = "/proc/self/fd/1";

  private final PrintStream out;
  private final boolean terminal;
  private final Charset charset;
  private final TerminalSize size;
  private boolean shown;
  private boolean away;

  TerminalScreen(PrintStream out, boolean terminal, Charset charset, TerminalSize size) {
    this.out = out;
    this.terminal = terminal;
    this.charset = charset;
    this.size = size;
  }

  /** What this process prints to. On a terminal it is left in order, whatever ends the process. */
  public static TerminalScreen of(PrintStream out) {
    boolean terminal = out.equals(System.out) && isTerminal();
    TerminalScreen screen =
        new TerminalScreen(out, terminal, StdoutCharset.find(), TerminalSize.find(terminal));
    if (terminal) {
      Runtime.getRuntime().addShutdownHook(new Thread(screen::close, "screen"));
    }
    return screen;
  }

  /** Java does not say; where the system does not either, it is taken for none. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of(STDOUT)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
      return false;
    }
  }

  boolean canShow(String signs) {
    return charset.newEncoder().canEncode(signs);
  }

  synchronized void show(List<String> lines) {
    if (away) {
      return;
    }
    StringBuilder text = new StringBuilder();
    if (terminal) {
      text.append(shown ? HOME : OTHER_SCREEN + HOME);
      for (int at = 0; at < Math.min(lines.size(), size.rows() - 1); at++) {
        text.append(cut(lines.get(at))).append(REST_OF_LINE).append('\n');
      }
      text.append(REST_OF_SCREEN);
    } else {
      text.append(shown ? "\n" : "");
      for (String line : lines) {
        text.append(line).append('\n');
      }
    }
    shown = true;
    out.print(text);
    out.flush();
  }

  private String cut(String line) {
    return line.length() > size.columns() ? line.substring(0, size.columns()) : line;
  }

  /** Leaves a terminal as it was found. */
  @Override
  public synchronized void close() {
    if (terminal && shown && !away) {
      out.print(BACK);
      out.flush();
    }
    away = true;
  }
}
