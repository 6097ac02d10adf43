package testapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Common code of the test applications: port, shutdown and a counter of handler calls. */
public final class AppRuntime {
  private static final AtomicInteger HANDLED = new AtomicInteger();

  private AppRuntime() {}

  /** The port to listen on, 0 for any. Also makes the JVM exit when its standard input closes. */
  public static int port(String[] args) {
    if (Boolean.getBoolean("demo.exit-with-stdin")) {
      exitWithStdin();
    }
    return Integer.parseInt(args[0]);
  }

  /** Prints that the application is ready on this port. */
  public static void ready(int port) {
    System.out.println("READY " + port);
  }

  /** Counts a handler call and returns the response text. */
  public static String countHandler(String response) {
    HANDLED.incrementAndGet();
    return response;
  }

  /** The number of handler calls. */
  public static String handlerCalls() {
    return Integer.toString(HANDLED.get());
  }

  private static void exitWithStdin() {
    var watcher =
        new Thread(
            () -> {
              try (InputStream in = System.in) {
                in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException closed) {
                // A broken pipe also means that the parent has ended.
              }
              System.exit(0);
            },
            "exit-with-stdin");
    watcher.setDaemon(true);
    watcher.start();
  }
}
