package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedTokensTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final FailedTokens wrong = new FailedTokens(now::get);

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }

  private void guess(String from, int times) throws UnknownHostException {
    for (int i = 0; i < times; i++) {
      wrong.note(address(from));
    }
  }

  @Test
  void whoGuessesTooOftenIsNotHeardForTheRestOfAMinute() throws UnknownHostException {
    guess("10.0.0.1", FailedTokens.MOST_GUESSES - 1);
    assertThat(wrong.isTooMany(address("10.0.0.1"))).isFalse();
    guess("10.0.0.1", 1);
    assertThat(wrong.isTooMany(address("10.0.0.1"))).isTrue();
    assertThat(wrong.isTooMany(address("10.0.0.2"))).isFalse();
    now.addAndGet(TimeUnit.SECONDS.toNanos(60) - 1);
    assertThat(wrong.isTooMany(address("10.0.0.1"))).isTrue();
    now.addAndGet(1);
    assertThat(wrong.isTooMany(address("10.0.0.1"))).isFalse();
  }

  @Test
  void nobodyOnThisMachineCanShutTheOperatorOut() throws UnknownHostException {
    guess("127.0.0.1", 1_000);
    guess("::1", 1_000);
    assertThat(wrong.isTooMany(address("127.0.0.1"))).isFalse();
    assertThat(wrong.isTooMany(address("::1"))).isFalse();
  }

  @Test
  void theAddressesOfOneNetworkAreOneGuesser() throws UnknownHostException {
    for (int i = 0; i < FailedTokens.MOST_GUESSES; i++) {
      wrong.note(address("2001:db8:0:1::" + i));
    }
    assertThat(wrong.isTooMany(address("2001:db8:0:1:ffff::"))).isTrue();
    assertThat(wrong.isTooMany(address("2001:db8:0:2::1"))).isFalse();
  }

  @Test
  void remembersOnlySoMany() throws UnknownHostException {
    guess("10.0.0.1", FailedTokens.MOST_GUESSES);
    for (int i = 0; i < 300; i++) {
      wrong.note(address("10.1." + i / 100 + "." + i % 100));
    }
    assertThat(wrong.isTooMany(address("10.0.0.1"))).isFalse();
  }
}
