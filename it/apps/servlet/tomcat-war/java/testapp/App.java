package testapp;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;

/** Starts the Tomcat distribution like {@code catalina.sh run}, but from a jar. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    Path target = Path.of(new File(System.getProperty("java.class.path")).getAbsolutePath());
    Path base = target.resolveSibling("base");
    System.setProperty("catalina.home", target.resolveSibling("home").toString());
    System.setProperty("catalina.base", base.toString());
    System.setProperty("java.util.logging.manager", "org.apache.juli.ClassLoaderLogManager");
    System.setProperty(
        "java.util.logging.config.file", base.resolve("conf/logging.properties").toString());
    start();
  }

  private static void start() throws ReflectiveOperationException {
    try {
      Class.forName("org.apache.catalina.startup.Bootstrap")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {"start"});
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
