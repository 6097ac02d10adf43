package dev.penstock.instrument.transform;

import static net.bytebuddy.matcher.ElementMatchers.hasDescriptor;
import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.GateArguments;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.VisibilityBridgeStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** Inlines advice with Byte Buddy; loaded with the first class that has to be instrumented. */
final class AdviceWeaver {
  /*
   * Types are described lazily: to Penstock a method's parameters are only names, and an agent that
   * asks a class loader for them while it loads another class can deadlock. Only the bodies of
   * methods change, so classes that are already loaded can be instrumented, too, and reflection
   * returns the same members as without the agent.
   */
  private static final ByteBuddy BYTE_BUDDY =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(InstrumentedType.Factory.Default.FROZEN)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(VisibilityBridgeStrategy.Default.NEVER)
          .ignore(none());

  private static final ClassFileLocator OWN_CLASSES =
      ClassFileLocator.ForClassLoader.of(AdviceWeaver.class.getClassLoader());
  private static final TypePool OWN_TYPES = lazyPool(OWN_CLASSES);

  private AdviceWeaver() {}

  /**
   * Returns the class file with advice inlined, or null if it declares none of the targets.
   *
   * @param met receives the targets that it declares
   */
  static byte @Nullable [] weave(
      String className, byte[] classFile, List<HookTarget> targets, Set<HookTarget> met) {
    ClassFileLocator locator = ClassFileLocator.Simple.of(className, classFile);
    TypeDescription type = lazyPool(locator).describe(className).resolve();
    DynamicType.Builder<?> builder = null;
    for (HookTarget target : targets) {
      ElementMatcher.Junction<MethodDescription> method = methodOf(target);
      if (target.canBeIn(className)
          && !type.isInterface()
          && !type.getDeclaredMethods().filter(method).isEmpty()) {
        builder = builder == null ? BYTE_BUDDY.decorate(type, locator) : builder;
        builder = builder.visit(advice(target).on(method));
        met.add(target);
      }
    }
    return builder == null ? null : builder.make().getBytes();
  }

  /** A static method is a target only in a class of a known name. */
  private static ElementMatcher.Junction<MethodDescription> methodOf(HookTarget target) {
    ElementMatcher.Junction<MethodDescription> method =
        named(target.method()).and(hasDescriptor(target.descriptor())).and(not(isAbstract()));
    return target.scope() == HookTarget.Scope.CLASS ? method : method.and(not(isStatic()));
  }

  private static Advice advice(HookTarget target) {
    TypeDescription type = OWN_TYPES.describe(target.advice()).resolve();
    GateArguments values = target.gateArguments();
    Advice advice =
        values == null
            ? Advice.to(type, OWN_CLASSES)
            : AdviceBinding.of(values).to(type, OWN_CLASSES);
    return advice
        .withAssigner(new CastingAssigner())
        .withExceptionHandler(
            new Advice.ExceptionHandler.Simple(MethodInvocation.invoke(suppressed())));
  }

  /** The method that inlined code calls if it throws; the gate itself catches most errors. */
  private static MethodDescription.InDefinedShape suppressed() {
    try {
      return new MethodDescription.ForLoadedMethod(
          Gate.class.getMethod("suppressed", Throwable.class));
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static TypePool lazyPool(ClassFileLocator locator) {
    return new TypePool.Default.WithLazyResolution(
        new TypePool.CacheProvider.Simple(), locator, TypePool.Default.ReaderMode.FAST);
  }
}
