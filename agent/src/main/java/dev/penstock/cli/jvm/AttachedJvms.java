package dev.penstock.cli.jvm;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** Reaches JVMs by the attach interface of Java. */
public final class AttachedJvms implements Jvms {
  /*
   * The module jdk.attach is part of a JDK but not of every runtime, and belongs to a loader that
   * ours does not see; hence the reflection. docs/decisions/0019-attach.md has what speaks against
   * byte-buddy-agent, which can do without the module.
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
  public Jvm reach(String pid) throws UnreachableException {
    RunningProcess process = RunningProcess.of(pid);
    process.expectJvm();
    try {
      Class<?> type = loaded(MACHINE);
      return new AttachedJvm(
          process, type, type.getMethod("attach", String.class).invoke(null, pid));
    } catch (InvocationTargetException refused) {
      throw refused(process, UnreachableException.why(refused));
    } catch (ReflectiveOperationException incomplete) {
      throw withoutModule();
    }
  }

  private static UnreachableException refused(RunningProcess process, String why) {
    if (why.contains("does not support the attach mechanism")) {
      return new UnreachableException(
          process + " lets nobody in: it was started with -XX:+DisableAttachMechanism",
          "start it with -javaagent:penstock.jar; a rules file is then read again when it changes");
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
        "this Java has no module jdk.attach: " + System.getProperty("java.home"),
        "use the `java` of a JDK; it need not be the one that runs the application");
  }
}
