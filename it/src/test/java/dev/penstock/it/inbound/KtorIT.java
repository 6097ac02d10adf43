package dev.penstock.it.inbound;

import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.EventLoopContract;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import dev.penstock.it.harness.inbound.RejectedUploadCheck;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Ktor on its own engine; {@link NettyFrameworksIT} has its engine on Netty. */
@ParameterizedClass
@MethodSource("trials")
class KtorIT extends EventLoopContract {
  KtorIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("KTOR_3_CIO")
        .map(target -> Trial.of(target, KeyAgreementCheck.addedTo(EventLoopRules.WITHOUT_USERS)));
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(http, KeyAgreementCheck.WITHOUT_FORMS);
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(http);
  }

  @Test
  void aConnectionSurvivesARejectedPostWithALargeUnreadBody() throws IOException {
    RejectedUploadCheck.expectUsableConnection(http);
  }
}
