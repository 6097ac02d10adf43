package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedTokensTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final FailedTokens failedTokens = new FailedTokens(now::get);

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }

  private void guess(String from, int times) throws UnknownHostException {
    for (int i = 0; i < times; i++) {
      failedTokens.record(address(from));
    }
  }

  @Test
  void tooManyGuessesBlockAnAddressForAMinute() throws UnknownHostException {
    guess("10.0.0.1", FailedTokens.MAX_GUESSES - 1);
    assertThat(failedTokens.isBlocked(address("10.0.0.1"))).isFalse();
    guess("10.0.0.1", 1);
    assertThat(failedTokens.isBlocked(address("10.0.0.1"))).isTrue();
    assertThat(failedTokens.isBlocked(address("10.0.0.2"))).isFalse();
    now.addAndGet(TimeUnit.SECONDS.toNanos(60) - 1);
    assertThat(failedTokens.isBlocked(address("10.0.0.1"))).isTrue();
    now.addAndGet(1);
    assertThat(failedTokens.isBlocked(address("10.0.0.1"))).isFalse();
  }

  @Test
  void localAddressesAreNeverBlocked() throws UnknownHostException {
    guess("127.0.0.1", 1_000);
    guess("::1", 1_000);
    assertThat(failedTokens.isBlocked(address("127.0.0.1"))).isFalse();
    assertThat(failedTokens.isBlocked(address("::1"))).isFalse();
  }

  @Test
  void addressesOfOneIpv6NetworkCountTogether() throws UnknownHostException {
    for (int i = 0; i < FailedTokens.MAX_GUESSES; i++) {
      failedTokens.record(address("2001:db8:0:1::" + i));
    }
    assertThat(failedTokens.isBlocked(address("2001:db8:0:1:ffff::"))).isTrue();
    assertThat(failedTokens.isBlocked(address("2001:db8:0:2::1"))).isFalse();
  }

  @Test
  void remembersALimitedNumberOfAddresses() throws UnknownHostException {
    guess("10.0.0.1", FailedTokens.MAX_GUESSES);
    for (int i = 0; i < 300; i++) {
      failedTokens.record(address("10.1." + i / 100 + "." + i % 100));
    }
    assertThat(failedTokens.isBlocked(address("10.0.0.1"))).isFalse();
  }
}
