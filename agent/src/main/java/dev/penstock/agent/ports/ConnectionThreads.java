package dev.penstock.agent.ports;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Names the classes whose threads wait for connections: they tell which servers run. */
final class ConnectionThreads {
  private static final int MAX_NAMES = 5;

  private ConnectionThreads() {}

  /** A sentence with the names, after a blank; empty if there are none. */
  static String waitingClasses() {
    Set<String> names = new TreeSet<>();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      String name = waitingClass(stack);
      if (name != null && names.size() < MAX_NAMES) {
        names.add(name);
      }
    }
    return names.isEmpty()
        ? ""
        : " Classes that wait for connections: " + String.join(", ", names) + ".";
  }

  /** The class below the JDK's methods, if the stack ends in one that waits for connections. */
  static @Nullable String waitingClass(StackTraceElement[] stack) {
    boolean waits = false;
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      String method = frame.getMethodName();
      if (!isPlumbing(type)) {
        return waits || method.startsWith("epollWait") ? outermost(type) : null;
      }
      waits |= isOfSockets(type) && (method.startsWith("accept") || type.contains("Selector"));
    }
    return null;
  }

  private static boolean isOfSockets(String type) {
    return type.startsWith("sun.nio.ch.") || type.startsWith("java.net.");
  }

  private static boolean isPlumbing(String type) {
    return type.startsWith("java.")
        || type.startsWith("javax.")
        || type.startsWith("jdk.")
        || type.startsWith("sun.nio.");
  }

  private static String outermost(String type) {
    int nested = type.indexOf('$');
    return nested < 0 ? type : type.substring(0, nested);
  }
}
