package testapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** What every test app does the same way: where it listens, when it ends, what it has handled. */
public final class Ground {
  private static final AtomicInteger HANDLED = new AtomicInteger();

  private Ground() {}

  /** The port to listen on, 0 for any; from here on the JVM ends with whoever has started it. */
  public static int port(String[] args) {
    if (Boolean.getBoolean("demo.exit-with-stdin")) {
      exitWithStdin();
    }
    return Integer.parseInt(args[0]);
  }

  /** Says that the app answers on this port. */
  public static void ready(int port) {
    System.out.println("READY " + port);
  }

  /** Notes that a handler has run, and passes its answer on. */
  public static String handled(String answer) {
    HANDLED.incrementAndGet();
    return answer;
  }

  /** How often handlers have run. */
  public static String handled() {
    return Integer.toString(HANDLED.get());
  }

  private static void exitWithStdin() {
    var watcher =
        new Thread(
            () -> {
              try (InputStream in = System.in) {
                in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException gone) {
                // A broken pipe means the same as its end.
              }
              System.exit(0);
            },
            "exit-with-stdin");
    watcher.setDaemon(true);
    watcher.start();
  }
}
