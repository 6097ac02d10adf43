package dev.penstock.cli.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How much a terminal can show. */
record TerminalSize(int rows, int columns) {
  private static final TerminalSize USUAL = new TerminalSize(24, 80);

  /** Java does not know it, but `stty` does; where there is none, it is taken for a usual one. */
  static TerminalSize find(boolean terminal) {
    if (!terminal) {
      return USUAL;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      byte[] told = stty.getInputStream().readAllBytes();
      return stty.waitFor(1, TimeUnit.SECONDS)
          ? parse(new String(told, StandardCharsets.US_ASCII).strip())
          : USUAL;
    } catch (IOException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }

  static TerminalSize parse(String told) {
    String[] numbers = told.split(" ", -1);
    if (!told.matches("[0-9]{1,5} [0-9]{1,5}")) {
      return USUAL;
    }
    TerminalSize size =
        new TerminalSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    return size.rows < 2 || size.columns < 1 ? USUAL : size;
  }
}
