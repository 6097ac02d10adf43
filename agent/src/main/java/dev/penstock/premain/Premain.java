package dev.penstock.premain;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of {@code penstock.jar} for {@code -javaagent}, for attaching and for {@code java
 * -jar}, and the class loader of all other classes of the agent.
 */
public final class Premain extends ClassLoader {
  /*
   * The jar of an agent is on the class path of the application, so the application, its scanners and
   * its libraries can find every ordinary class in it. This class is the only one. The others are in
   * a folder of the jar, with a file extension that only this loader looks for. Their parent is the
   * platform class loader, so the Byte Buddy of the application and that of the agent never meet.
   * Loader and entry point are one class because a second one would be visible too.
   *
   * Until the loader exists, this class uses only java.io, java.util.jar and stderr. If anything
   * fails, the application starts without Penstock.
   */
  private static final String COMMAND = "command=";
  private static final String RULES = "rules\n";
  private static final String FOLDER = "penstock/";
  private static final String CLASS = ".class";
  private static final String HIDDEN_CLASS = ".classdata";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;

  private Premain(JarFile jar) {
    super("penstock", ClassLoader.getPlatformClassLoader());
    this.jar = jar;
  }

  /** Called by the JVM before the application's {@code main}. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    start(arguments, instrumentation, /* attached= */ false);
  }

  /** Called by the JVM when the agent is attached to the running JVM. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    /*
     * The calling thread is the JVM's only Attach Listener: while it waits, jcmd and jstack hang.
     * So another thread does the work, and the command line waits for the file with the reply.
     */
    Thread worker = new Thread(() -> attached(arguments, instrumentation), "penstock-attach");
    worker.setDaemon(true);
    worker.start();
  }

  private static void attached(@Nullable String arguments, Instrumentation instrumentation) {
    if (arguments != null && arguments.startsWith(COMMAND)) {
      answer(new File(arguments.substring(COMMAND.length())), instrumentation);
    } else {
      start(arguments, instrumentation, /* attached= */ true);
    }
  }

  /** Executes the command in a file, and writes the reply to that file. */
  private static void answer(File file, Instrumentation instrumentation) {
    // The file stays open, so that a file that the command line has deleted is not created again.
    try (RandomAccessFile exchange = openExisting(file)) {
      byte[] request = new byte[(int) exchange.length()];
      exchange.readFully(request);
      String answer = answerTo(new String(request, StandardCharsets.UTF_8), instrumentation);
      byte[] reply = answer.getBytes(StandardCharsets.UTF_8);
      // The first byte is written last, so that an incomplete reply is recognized as such.
      exchange.setLength(1);
      exchange.seek(0);
      exchange.write(0);
      exchange.write(reply, 1, reply.length - 1);
      exchange.seek(0);
      exchange.write(reply[0]);
    } catch (Throwable error) {
      System.err.println("penstock: cannot execute a command: " + causeOf(error));
    }
  }

  private static RandomAccessFile openExisting(File file) throws IOException {
    if (!file.isFile()) {
      throw new IOException(file + " is not a file");
    }
    return new RandomAccessFile(file, "rw");
  }

  private static String answerTo(String request, Instrumentation instrumentation) {
    try {
      synchronized (Premain.class) {
        if (!isAlreadyLoaded()) {
          if (!request.startsWith(RULES)) {
            return "problem\nPenstock is not in this JVM\n";
          }
          // Only this command starts the agent: with a rules file, and possibly a shadow file.
          String[] files = request.substring(RULES.length()).split("\n", 2);
          String options = "rules=" + files[0] + (files.length == 1 ? "" : ",shadow=" + files[1]);
          startAgent(options, instrumentation, /* attached= */ true);
          return ask("status");
        }
      }
      return ask(request);
    } catch (Throwable error) {
      return "problem\nPenstock could not do it: " + causeOf(error) + "\n";
    }
  }

  private static String ask(String request) throws Exception {
    Class<?> gate = Class.forName("java.lang.PenstockGate", /* initialize= */ true, null);
    Object gatekeeper = gate.getMethod("gatekeeper").invoke(null);
    if (gatekeeper == null) {
      return "problem\nPenstock is in this JVM but could not start; its stderr says why\n";
    }
    Class<?> type = Class.forName("java.lang.PenstockGatekeeper", /* initialize= */ true, null);
    String answer = (String) type.getMethod("command", String.class).invoke(gatekeeper, request);
    return answer.isEmpty() ? "problem\nPenstock is still starting in this JVM\n" : answer;
  }

  /** The command line. */
  public static void main(String[] arguments) throws Exception {
    load(ownJar())
        .loadClass("dev.penstock.cli.Main")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private static synchronized void start(
      @Nullable String arguments, Instrumentation instrumentation, boolean attached) {
    try {
      if (isJdkTool()) {
        return;
      }
      if (isAlreadyLoaded()) {
        System.err.println("penstock: already in this JVM; this second agent does nothing");
        return;
      }
      startAgent(arguments, instrumentation, attached);
    } catch (Throwable error) {
      System.err.println("penstock: could not start, nothing is limited: " + causeOf(error));
    }
  }

  private static void startAgent(
      @Nullable String arguments, Instrumentation instrumentation, boolean attached)
      throws Exception {
    File file = ownJar();
    Premain loader = load(file);
    // The gate comes first, because other classes of the agent link to it.
    loader
        .loadClass("dev.penstock.agent.GatePlacement")
        .getMethod("define", Instrumentation.class)
        .invoke(null, instrumentation);
    loader
        .loadClass("dev.penstock.agent.Agent")
        .getMethod("start", String.class, Instrumentation.class, File.class, boolean.class)
        .invoke(null, arguments, instrumentation, file, attached);
  }

  /**
   * {@code JAVA_TOOL_OPTIONS} also reaches tools of the JDK such as keytool, which need no limits.
   */
  private static boolean isJdkTool() {
    String module = System.getProperty("jdk.module.main", "");
    String mainClass = System.getProperty("jdk.module.main.class", "");
    boolean sourceLauncher = mainClass.startsWith("com.sun.tools.javac.launcher.");
    return !sourceLauncher && (module.startsWith("jdk.") || module.startsWith("java."));
  }

  private static boolean isAlreadyLoaded() {
    try {
      Class.forName("java.lang.PenstockGate", /* initialize= */ false, /* loader= */ null);
      return true;
    } catch (ClassNotFoundException notYet) {
      return false;
    }
  }

  private static File ownJar() throws Exception {
    URI place = Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return new File(place);
  }

  private static Premain load(File file) throws IOException {
    if (!file.isFile()) {
      throw new IOException(file + " is not penstock.jar");
    }
    JarFile jar = new JarFile(file, /* verify= */ false);
    if (jar.getEntry(FOLDER) == null && jar.getEntry(hidden("dev.penstock.agent.Agent")) == null) {
      jar.close();
      throw new IOException(
          file + " contains a part of Penstock only; use penstock.jar as it is, not repackaged");
    }
    return new Premain(jar);
  }

  private static String hidden(String className) {
    return FOLDER + className.replace('.', '/') + HIDDEN_CLASS;
  }

  private static Throwable causeOf(Throwable error) {
    Throwable cause = error.getCause();
    return cause == null ? error : cause;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    JarEntry entry = jar.getJarEntry(hidden(name));
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, Premain.class.getProtectionDomain());
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }

  /** Finds resources in the jar's folder; Byte Buddy asks for class files by their usual name. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    String hidden =
        name.endsWith(CLASS)
            ? name.substring(0, name.length() - CLASS.length()) + HIDDEN_CLASS
            : name;
    JarEntry entry = jar.getJarEntry(FOLDER + hidden);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
    } catch (IOException unreadable) {
      return null;
    }
  }
}
