package dev.penstock.instrument;

import dev.penstock.log.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
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
  private static final int MOST_NOTED = 20;

  private final Instrumentation instrumentation;
  private final AgentLog log;
  private final Set<String> failed = new ConcurrentSkipListSet<>();
  private volatile Pattern pattern = new Pattern(List.of());

  public Weaver(Instrumentation instrumentation, AgentLog log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /** Weaves these too from now on, and into what is loaded already. */
  public synchronized void weave(List<WovenHook> further) {
    boolean first = pattern.hooks.isEmpty();
    List<WovenHook> all = new ArrayList<>(pattern.hooks);
    all.addAll(further);
    pattern = new Pattern(all);
    if (first) {
      instrumentation.addTransformer(this, /* canRetransform= */ true);
    }
    Pattern added = new Pattern(further);
    Retransformation.of(loadedTargets(added.targets), instrumentation, this);
  }

  /** A class that is loaded already could not be changed. */
  void notRetransformed(Class<?> loaded, Throwable error) {
    failed(loaded.getName(), error);
    for (WovenHook hook : pattern.hooks) {
      hook.noteFailed(loaded);
    }
  }

  /**
   * Opens packages of the JDK to the agent alone, each written as {@code java.base/sun.net.www};
   * those that this JVM lacks are left out.
   */
  public void open(List<String> packages) {
    for (String each : packages) {
      int slash = each.indexOf('/');
      Module module = ModuleLayer.boot().findModule(each.substring(0, slash)).orElse(null);
      String name = each.substring(slash + 1);
      if (module != null && module.getPackages().contains(name)) {
        instrumentation.redefineModule(
            module,
            /* extraReads= */ Set.of(),
            /* extraExports= */ Map.of(),
            /* extraOpens= */ Map.of(name, Set.of(Weaver.class.getModule())),
            /* extraUses= */ Set.of(),
            /* extraProvides= */ Map.of());
      }
    }
  }

  private List<Class<?>> loadedTargets(List<HookTarget> targets) {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> candidate : loaded) {
      for (HookTarget target : targets) {
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
    if (name == null || loader == Weaver.class.getClassLoader()) {
      return null;
    }
    Pattern pattern = this.pattern;
    try {
      // The JDK's own classes are woven into only by name.
      return pattern.classes.contains(name)
              || (loader != null && pattern.descriptors.isNamedIn(classFile))
          ? weave(pattern, name.replace('/', '.'), classFile)
          : null;
    } catch (Throwable error) {
      failed(name, error);
      return null;
    }
  }

  private byte @Nullable [] weave(Pattern pattern, String className, byte[] classFile) {
    List<HookTarget> met = new ArrayList<>();
    byte[] result = null;
    try {
      result = AdviceWeaver.weave(className, classFile, pattern.targets, met);
    } catch (Throwable error) {
      failed(className, error);
      for (WovenHook hook : pattern.hooks) {
        hook.noteFailed(met);
      }
      return null;
    }
    for (WovenHook hook : pattern.hooks) {
      if (hook.noteWoven(met)) {
        log.debug("woven into " + className + " for " + hook.name());
      }
    }
    return result;
  }

  /** The hooks that are being woven. */
  public List<WovenHook> hooks() {
    return List.copyOf(pattern.hooks);
  }

  /** Classes that could not be woven into; some of them, if there are many. */
  public Set<String> failed() {
    return Set.copyOf(failed);
  }

  private void failed(String className, Throwable error) {
    if (failed.size() < MOST_NOTED) {
      failed.add(className);
    }
    log.repeated("weaving", "cannot weave into " + className + ", it is not limited", error);
  }

  /** What to weave, and how to tell from its bytes that a class has none of it. */
  private static final class Pattern {
    final List<WovenHook> hooks;
    final List<HookTarget> targets = new ArrayList<>();
    final Set<String> classes = new HashSet<>();
    final ConstantPool descriptors;

    Pattern(List<WovenHook> hooks) {
      this.hooks = hooks;
      List<String> named = new ArrayList<>();
      for (WovenHook hook : hooks) {
        for (HookTarget target : hook.targets()) {
          targets.add(target);
          if (target.kinds()) {
            named.add(target.descriptor());
          } else {
            classes.add(target.type().replace('.', '/'));
          }
        }
      }
      descriptors = new ConstantPool(named);
    }
  }
}
