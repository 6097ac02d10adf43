package dev.penstock.instrument.spring;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Inlined where Spring runs its interceptors: the method returns false for a rejected request. */
final class SpringMvcAdvice {
  private SpringMvcAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This Object chain,
      @Advice.Argument(0) Object request,
      @Advice.Argument(1) Object response) {
    return Gate.skipsMethod(Gate.enter("spring-mvc", chain, request, response));
  }
}
