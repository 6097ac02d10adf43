package dev.penstock.it;

import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the methods of a class one after the other, in JUnit's own order. */
public final class OneAfterTheOther implements MethodOrderer {
  /*
   * The property mode.classes.default would do this for classes, but JUnit does not apply it to
   * @ParameterizedClass: these would all run in one thread.
   */
  @Override
  public void orderMethods(MethodOrdererContext context) {}

  @Override
  public Optional<ExecutionMode> getDefaultExecutionMode() {
    return Optional.of(ExecutionMode.SAME_THREAD);
  }
}
