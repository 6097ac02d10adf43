package dev.penstock.it.inbound;

import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.it.harness.inbound.KeptConnectionContract;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Undertow and Jetty 12 without servlets. They have no routes and no users, so rules name paths and
 * a header.
 */
@ParameterizedClass
@MethodSource("trials")
class CoreServersIT extends KeptConnectionContract {
  CoreServersIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("CORE_")
        .map(target -> Trial.of(target, KeyAgreementCheck.addedTo(EventLoopRules.WITHOUT_ROUTES)));
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(http, KeyAgreementCheck.WITHOUT_FORMS);
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(http);
  }
}
