package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
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

/** Micronaut with HTTP/1.1 and HTTP/2 on one port; {@link NettyFrameworksIT} has HTTP/1.1 alone. */
@ParameterizedClass
@MethodSource("trials")
class MicronautIT extends Http2Contract {
  MicronautIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("MICRONAUT").map(MicronautIT::started);
  }

  private static Trial started(TestTarget target) {
    return new Trial(
        target,
        Launch.on(target)
            .jvm("-Dmicronaut.server.http-version=2.0", "-Dmicronaut.server.netty.worker.threads=1")
            .rules(KeyAgreementCheck.addedTo(EventLoopRules.RULES))
            .start());
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
