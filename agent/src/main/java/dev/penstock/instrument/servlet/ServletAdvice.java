package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import net.bytebuddy.asm.Advice;

/** Woven into every filter and servlet: asks the gate, and runs the method only if it may. */
final class ServletAdvice {
  private ServletAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean turnedAway(
      @Advice.Argument(0) Object request, @Advice.Argument(1) Object response) {
    return Gate.turnsAway("servlet", request, response);
  }
}
