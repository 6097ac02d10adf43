package dev.penstock.it.inbound;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys on an embedded Tomcat, which {@link ServletMatrixIT} tests only in the full matrix. */
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
                Launch.on(new TestTarget(ServerTestApp.TOMCAT_9, jdk))
                    .rules(KeyAgreementCheck.addedTo(RULES))
                    .start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(app.http(), KeyAgreementCheck.ALL);
  }
}
