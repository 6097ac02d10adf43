package dev.penstock.instrument.transform;

import dev.penstock.instrument.HookTarget;
import dev.penstock.log.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Inlines the advice of installed hooks into the classes that the application loads. */
public final class Weaver implements ClassFileTransformer {
  /*
   * This replaces Byte Buddy's AgentBuilder, because it sees the bytes of a class: it skips a class
   * that does not name a target's descriptor within a microsecond or two, and a JVM without such a
   * class never loads Byte Buddy. It matches methods, not types: it resolves no supertype, so the
   * additions of another agent cannot hide a class, and it never calls the application's class
   * loaders.
   *
   * This class has no lambda and no string switch: linking one inside a transformer can recurse.
   */
  private static final int MAX_FAILED = 20;

  private final Instrumentation instrumentation;
  private final AgentLog log;
  private final Set<String> failed = new ConcurrentSkipListSet<>();
  private final AtomicLong loadedClasses = new AtomicLong();
  private volatile Pattern pattern = new Pattern(List.of());

  public Weaver(Instrumentation instrumentation, AgentLog log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /** Installs further hooks, into classes that are loaded already and all later ones. */
  public synchronized void weave(List<InstalledHook> further) {
    boolean first = pattern.hooks.isEmpty();
    List<InstalledHook> all = new ArrayList<>(pattern.hooks);
    all.addAll(further);
    pattern = new Pattern(all);
    if (first) {
      instrumentation.addTransformer(this, /* canRetransform= */ true);
    }
    Pattern added = new Pattern(further);
    Retransformation.run(loadedTargets(added.targets), instrumentation, this);
  }

  /** Records that a class which was already loaded could not be changed. */
  void notRetransformed(Class<?> loaded, Throwable error) {
    failed(loaded.getName(), error);
    for (InstalledHook hook : pattern.hooks) {
      hook.noteFailed(loaded);
    }
  }

  /**
   * Opens packages of the JDK to the agent only. Skips packages that this JVM lacks.
   *
   * @param packages names such as {@code java.base/sun.net.www}
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
        if (target.isNamed(candidate.getName())) {
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
    loadedClasses.incrementAndGet();
    Pattern pattern = this.pattern;
    try {
      // Classes of the JDK are instrumented only by name.
      return pattern.isNamed(name) || (loader != null && pattern.descriptors.isNamedIn(classFile))
          ? weave(pattern, name.replace('/', '.'), classFile)
          : null;
    } catch (Throwable error) {
      failed(name, error);
      return null;
    }
  }

  private byte @Nullable [] weave(Pattern pattern, String className, byte[] classFile) {
    Set<HookTarget> met = Collections.newSetFromMap(new IdentityHashMap<>());
    byte[] result = null;
    try {
      result = AdviceWeaver.weave(className, classFile, pattern.targets, met);
    } catch (Throwable error) {
      failed(className, error);
      for (InstalledHook hook : pattern.hooks) {
        hook.noteFailed(met);
      }
      return null;
    }
    for (InstalledHook hook : pattern.hooks) {
      if (hook.noteInstrumented(met)) {
        log.debug("instrumented " + className + " for hook " + hook.name());
      }
    }
    return result;
  }

  /** The hooks that are being installed. */
  public List<InstalledHook> hooks() {
    return List.copyOf(pattern.hooks);
  }

  /** How many classes the application has loaded since the first hook was installed. */
  public long loadedClasses() {
    return loadedClasses.get();
  }

  /** Names of classes that could not be instrumented; at most 20. */
  public Set<String> failed() {
    return Set.copyOf(failed);
  }

  private void failed(String className, Throwable error) {
    if (failed.size() < MAX_FAILED) {
      failed.add(className);
    }
    log.repeated(
        "weaving",
        "cannot instrument " + className + "; no rule applies to calls through this class",
        error);
  }

  /** The targets to look for, and the fast check that excludes a class. */
  private static final class Pattern {
    final List<InstalledHook> hooks;
    final List<HookTarget> targets = new ArrayList<>();
    final ConstantPool descriptors;
    private final Set<String> classes = new HashSet<>();

    /** Ends of names; there are very few, because each is compared with every class. */
    private final List<String> copies = new ArrayList<>();

    Pattern(List<InstalledHook> hooks) {
      this.hooks = hooks;
      List<String> named = new ArrayList<>();
      for (InstalledHook hook : hooks) {
        for (HookTarget target : hook.targets()) {
          targets.add(target);
          switch (target.scope()) {
            case SUBTYPES -> named.add(target.descriptor());
            case COPIES -> copies.add(target.type().replace('.', '/'));
            case CLASS -> classes.add(target.type().replace('.', '/'));
          }
        }
      }
      descriptors = new ConstantPool(named);
    }

    boolean isNamed(String className) {
      if (classes.contains(className)) {
        return true;
      }
      for (int i = 0; i < copies.size(); i++) {
        if (className.endsWith(copies.get(i))) {
          return true;
        }
      }
      return false;
    }
  }
}
