package dev.penstock.it.harness;

import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the methods of a class sequentially, in JUnit's default order. */
public final class SequentialMethods implements MethodOrderer {
  /*
   * The property mode.classes.default would have the same effect, but JUnit does not apply it to
   * @ParameterizedClass: those classes would all run in one thread.
   */
  @Override
  public void orderMethods(MethodOrdererContext context) {}

  @Override
  public Optional<ExecutionMode> getDefaultExecutionMode() {
    return Optional.of(ExecutionMode.SAME_THREAD);
  }
}
