package dev.penstock.cli.jvm;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** Finds and connects JVMs through the attach API of Java. */
public final class AttachedJvms implements Jvms {
  /*
   * The module jdk.attach is part of a JDK but not of every runtime, and the class loader of
   * Penstock does not see it; hence the reflection. docs/decisions/0019-attach.md explains why
   * byte-buddy-agent, which does not need the module, is not used.
   */
  private static final String MACHINE = "com.sun.tools.attach.VirtualMachine";
  private static final String DESCRIPTOR = "com.sun.tools.attach.VirtualMachineDescriptor";

  @Override
  public List<Found> list() throws UnreachableException {
    String self = Long.toString(ProcessHandle.current().pid());
    List<Found> found = new ArrayList<>();
    try {
      Class<?> descriptor = loaded(DESCRIPTOR);
      for (Object each : (List<?>) loaded(MACHINE).getMethod("list").invoke(null)) {
        String pid = (String) descriptor.getMethod("id").invoke(each);
        String name = (String) descriptor.getMethod("displayName").invoke(each);
        if (!pid.equals(self)) {
          found.add(new Found(pid, name.split(" ", 2)[0]));
        }
      }
      return found;
    } catch (ReflectiveOperationException incomplete) {
      throw withoutModule();
    }
  }

  @Override
  public Jvm connect(String pid) throws UnreachableException {
    RunningProcess process = RunningProcess.of(pid);
    process.expectJvm();
    process.expectSameTemporaryFolder();
    try {
      Class<?> type = loaded(MACHINE);
      return new AttachedJvm(
          process, type, type.getMethod("attach", String.class).invoke(null, pid));
    } catch (InvocationTargetException failed) {
      throw unreachable(process, UnreachableException.why(failed));
    } catch (ReflectiveOperationException incomplete) {
      throw withoutModule();
    }
  }

  private static UnreachableException unreachable(RunningProcess process, String why) {
    if (why.contains("does not support the attach mechanism")) {
      return new UnreachableException(
          process + " does not allow attaching: it was started with -XX:+DisableAttachMechanism",
          "start it with -javaagent:penstock.jar; changes of the rules file are then applied");
    }
    String owner = process.otherUser();
    if (owner != null) {
      return new UnreachableException(
          process + " belongs to " + owner + " and cannot be reached: " + why,
          "run this command as " + owner);
    }
    return new UnreachableException(process + " cannot be reached: " + why, "");
  }

  private static Class<?> loaded(String name) throws ClassNotFoundException {
    return ClassLoader.getSystemClassLoader().loadClass(name);
  }

  private static UnreachableException withoutModule() {
    return new UnreachableException(
        "this Java runtime has no module jdk.attach: " + System.getProperty("java.home"),
        "use the `java` of any JDK; it need not be the one that runs the application");
  }
}
