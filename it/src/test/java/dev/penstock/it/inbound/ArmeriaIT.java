package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.it.harness.inbound.Http2Contract;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import dev.penstock.it.harness.inbound.PriorKnowledge;
import dev.penstock.it.harness.inbound.RejectedUploadCheck;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Armeria, whose codecs are not those of Netty. It has no users, so a rule names a header. */
@ParameterizedClass
@MethodSource("trials")
class ArmeriaIT extends Http2Contract {
  ArmeriaIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("ARMERIA")
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

  @Test
  void priorKnowledgeOfHttp2IsLimited() throws IOException {
    int before = handlerCalls();
    try (var connection = new PriorKnowledge(http)) {
      for (int n = 0; n < 7; n++) {
        connection.get("/hello", "x-exact", "prior knowledge");
      }
    }
    assertThat(handlerCalls()).isEqualTo(before + 5);
  }
}
