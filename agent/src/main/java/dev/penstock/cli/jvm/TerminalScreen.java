package dev.penstock.cli.jvm;

import dev.penstock.cli.StdoutCharset;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Shows successive views: in place on a terminal, one below the other elsewhere. */
public final class TerminalScreen implements AutoCloseable {
  private static final String ALTERNATE_SCREEN = "\033[?1049h\033[?25l";
  private static final String NORMAL_SCREEN = "\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_SCREEN = "\033[J";
  private static final String STDOUT = "/proc/self/fd/1";

  private final PrintStream out;
  private final boolean terminal;
  private final Charset charset;
  private final TerminalSize size;
  private boolean shown;
  private boolean closed;

  TerminalScreen(PrintStream out, boolean terminal, Charset charset, TerminalSize size) {
    this.out = out;
    this.terminal = terminal;
    this.charset = charset;
    this.size = size;
  }

  /** The screen on standard output. A shutdown hook restores a terminal. */
  public static TerminalScreen of(PrintStream out) {
    boolean terminal = out.equals(System.out) && isTerminal();
    TerminalScreen screen =
        new TerminalScreen(out, terminal, StdoutCharset.find(), TerminalSize.find(terminal));
    if (terminal) {
      Runtime.getRuntime().addShutdownHook(new Thread(screen::close, "screen"));
    }
    return screen;
  }

  /** Asks the system, because Java does not know; false if it is unknown. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of(STDOUT)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
      return false;
    }
  }

  Charset charset() {
    return charset;
  }

  synchronized void show(List<String> lines) {
    if (closed) {
      return;
    }
    StringBuilder text = new StringBuilder();
    if (terminal) {
      text.append(shown ? HOME : ALTERNATE_SCREEN + HOME);
      for (int at = 0; at < Math.min(lines.size(), size.rows() - 1); at++) {
        text.append(cut(lines.get(at))).append(CLEAR_LINE).append('\n');
      }
      text.append(CLEAR_SCREEN);
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

  /** Restores the terminal. */
  @Override
  public synchronized void close() {
    if (terminal && shown && !closed) {
      out.print(NORMAL_SCREEN);
      out.flush();
    }
    closed = true;
  }
}
