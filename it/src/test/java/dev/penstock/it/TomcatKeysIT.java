package dev.penstock.it;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys on a bare Tomcat, which {@link ServletMatrixIT} has only in the matrix. */
@ParameterizedClass
@MethodSource("apps")
record TomcatKeysIT(RunningApp app) {
  private static final String RULES =
      """
      version: 1
      inbound:
      """;

  static Stream<RunningApp> apps() {
    return Jdk.tested().stream()
        .map(
            jdk ->
                Launch.on(new Stage(TestApp.TOMCAT_9, jdk))
                    .rules(KeyReadings.addedTo(RULES))
                    .start());
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @Test
  void aKeyIsWhatTheApplicationReads() {
    KeyReadings.expectThoseOfTheApplication(app.http(), KeyReadings.ALL);
  }
}
