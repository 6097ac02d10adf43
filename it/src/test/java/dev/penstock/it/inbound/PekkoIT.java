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

/** Pekko HTTP. It has no routes and no users, so rules name paths and a header. */
@ParameterizedClass
@MethodSource("trials")
class PekkoIT extends Http2Contract {
  PekkoIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("PEKKO")
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

  @Test
  void aConnectionSurvivesARejectedPostWithALargeUnreadBody() throws IOException {
    RejectedUploadCheck.expectUsableConnection(http);
  }

  /** Handlers do not see that a client disconnects, so its slot is free when they respond. */
  @Override
  @Test
  protected void aDisconnectedClientReleasesItsSlot() throws IOException {
    String[] request = {"GET /slow?ms=500 HTTP/1.1", "Host: localhost", "X-Slot: gone"};
    http.openRaw(request).close();
    awaitStatus(200, "/slow?ms=1", "X-Slot", "gone");
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
