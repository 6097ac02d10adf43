package dev.penstock.cli.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The size of a terminal in characters. */
record TerminalSize(int rows, int columns) {
  private static final TerminalSize DEFAULT = new TerminalSize(24, 80);

  /** Asks {@code stty}, because Java does not know the size; a default if that fails. */
  static TerminalSize find(boolean terminal) {
    if (!terminal) {
      return DEFAULT;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      byte[] output = stty.getInputStream().readAllBytes();
      return stty.waitFor(1, TimeUnit.SECONDS)
          ? parse(new String(output, StandardCharsets.US_ASCII).strip())
          : DEFAULT;
    } catch (IOException e) {
      return DEFAULT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DEFAULT;
    }
  }

  static TerminalSize parse(String output) {
    String[] numbers = output.split(" ", -1);
    if (!output.matches("[0-9]{1,5} [0-9]{1,5}")) {
      return DEFAULT;
    }
    TerminalSize size =
        new TerminalSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    return size.rows < 2 || size.columns < 1 ? DEFAULT : size;
  }
}
