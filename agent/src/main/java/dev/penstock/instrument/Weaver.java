package dev.penstock.instrument;

import dev.penstock.log.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Weaves advice into the targets among the classes that the application loads. */
public final class Weaver implements ClassFileTransformer {
  /*
   * This stands in front of Byte Buddy instead of its AgentBuilder, because it can see the bytes:
   * a class that does not name a target's descriptor is let go within a microsecond or two, and a
   * JVM that has no such class never loads Byte Buddy at all. What is matched is the method itself,
   * not the type it belongs to: no supertype is looked up, so no other agent's additions can hide a
   * class from us, and nothing is asked of the application's class loaders.
   *
   * No lambda and no string switch in here: linking one inside a transformer can go in circles.
   */
  private final Instrumentation instrumentation;
  private final List<Target> targets;
  private final AgentLog log;
  private final ConstantPool descriptors;
  private final AtomicInteger woven = new AtomicInteger();

  public Weaver(Instrumentation instrumentation, List<Target> targets, AgentLog log) {
    this.instrumentation = instrumentation;
    this.targets = targets;
    this.log = log;
    List<String> named = new ArrayList<>();
    for (Target target : targets) {
      named.add(target.descriptor());
    }
    descriptors = new ConstantPool(named);
  }

  /** Weaves from now on, and what is loaded already. */
  public void install() {
    instrumentation.addTransformer(this, /* canRetransform= */ true);
    for (Class<?> loaded : loadedTargets()) {
      try {
        // One at a time: one class that cannot be changed would fail a whole batch.
        instrumentation.retransformClasses(loaded);
      } catch (Throwable error) {
        failed(loaded.getName(), error);
      }
    }
  }

  /** How many classes have been woven. */
  public int woven() {
    return woven.get();
  }

  private List<Class<?>> loadedTargets() {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> candidate : loaded) {
      for (Target target : targets) {
        if (candidate.getName().equals(target.type())) {
          types.add(candidate);
        }
      }
    }
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> candidate : loaded) {
      if (isOneOf(types, candidate)
          && !candidate.isInterface()
          && instrumentation.isModifiableClass(candidate)) {
        found.add(candidate);
      }
    }
    return found;
  }

  private static boolean isOneOf(List<Class<?>> types, Class<?> candidate) {
    for (Class<?> type : types) {
      if (type.isAssignableFrom(candidate)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null || name == null || loader == Weaver.class.getClassLoader()) {
      return null;
    }
    try {
      return descriptors.isNamedIn(classFile) ? weave(name.replace('/', '.'), classFile) : null;
    } catch (Throwable error) {
      failed(name, error);
      return null;
    }
  }

  private byte @Nullable [] weave(String className, byte[] classFile) {
    byte[] result = AdviceWeaver.weave(className, classFile, targets);
    if (result != null) {
      woven.incrementAndGet();
      log.debug("woven into " + className);
    }
    return result;
  }

  private void failed(String className, Throwable error) {
    log.repeated("weaving", "cannot weave into " + className + ", it is not limited", error);
  }
}
