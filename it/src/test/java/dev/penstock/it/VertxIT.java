package dev.penstock.it;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Vert.x with its router, items in a router within the router. */
@ParameterizedClass
@MethodSource("trials")
class VertxIT extends EventLoopContract {
  VertxIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return TestApp.built("VERTX").map(Trial::of);
  }
}
