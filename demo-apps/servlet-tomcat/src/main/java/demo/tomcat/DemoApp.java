package demo.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Starts the application on the given port and prints {@code READY port} when it is ready. */
public final class DemoApp {
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  private DemoApp() {}

  public static void main(String[] args) throws Exception {
    TOMCAT_LOG.setLevel(Level.WARNING);
    if (Boolean.getBoolean("demo.exit-with-stdin")) {
      exitWithStdin();
    }
    Tomcat tomcat = start(port(args));
    System.out.println("READY " + tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }

  private static int port(String[] args) {
    return args.length > 0 ? Integer.parseInt(args[0]) : Integer.getInteger("demo.port", 8080);
  }

  private static Tomcat start(int port) throws IOException, LifecycleException {
    Path workplace = Files.createTempDirectory("demo-app");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(workplace)));
    var tomcat = new Tomcat();
    tomcat.setBaseDir(workplace.toString());
    tomcat.setPort(port);
    tomcat.getConnector().setURIEncoding("UTF-8");
    tomcat.getConnector().setProperty("maxThreads", System.getProperty("demo.threads", "200"));
    Site.fill(tomcat.addContext("", /* docBase= */ null));
    Site.fillShop(tomcat.addContext("/shop", /* docBase= */ null));
    for (String member : new String[] {"ann", "bob"}) {
      tomcat.addUser(member, "secret of " + member);
      tomcat.addRole(member, "member");
    }
    tomcat.start();
    return tomcat;
  }

  /** Ends this JVM when the process that started it ends. */
  private static void exitWithStdin() {
    var watcher =
        new Thread(
            () -> {
              try (InputStream in = System.in) {
                in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException gone) {
                // A broken pipe also means that the parent has ended.
              }
              System.exit(0);
            },
            "exit-with-stdin");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void delete(Path folder) {
    try (var all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException stillInUse) {
      // It is a temporary folder, so leaving it behind does no harm.
    }
  }
}
