package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryDetectorTest {
  private final RetryDetector retries = new RetryDetector();

  @Test
  void everyRequestOfACallButTheFirstIsARetry() {
    Object context = new Object();

    assertThat(retries.recordsRetry(context)).isFalse();
    assertThat(retries.recordsRetry(context)).isTrue();
    assertThat(retries.recordsRetry(context)).isTrue();
  }

  @Test
  void comparesContextsByIdentity() {
    assertThat(retries.recordsRetry(new String("context"))).isFalse();
    assertThat(retries.recordsRetry(new String("context"))).isFalse();
  }

  @Test
  void aReusedContextStartsANewCall() {
    Object context = new Object();
    retries.recordsRetry(context);

    retries.start(context);

    assertThat(retries.recordsRetry(context)).isFalse();
    assertThat(retries.recordsRetry(context)).isTrue();
  }

  @Test
  void acceptsACallWithoutContext() {
    retries.start(null);

    assertThat(retries.size()).isZero();
  }
}
