package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryDetectorTest {
  private final RetryDetector repeats = new RetryDetector();

  @Test
  void onlyTheFirstRequestOfACallIsNoRepeat() {
    Object call = new Object();

    assertThat(repeats.sendsAgain(call)).isFalse();
    assertThat(repeats.sendsAgain(call)).isTrue();
    assertThat(repeats.sendsAgain(call)).isTrue();
  }

  @Test
  void callsAreToldByIdentity() {
    assertThat(repeats.sendsAgain(new String("context"))).isFalse();
    assertThat(repeats.sendsAgain(new String("context"))).isFalse();
  }

  @Test
  void aContextThatIsUsedOnceMoreStartsAnew() {
    Object context = new Object();
    repeats.sendsAgain(context);

    repeats.start(context);

    assertThat(repeats.sendsAgain(context)).isFalse();
    assertThat(repeats.sendsAgain(context)).isTrue();
  }

  @Test
  void aCallWithoutContextCanStart() {
    repeats.start(null);

    assertThat(repeats.size()).isZero();
  }
}
