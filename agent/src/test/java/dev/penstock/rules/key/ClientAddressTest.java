package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the client is the rightmost hop that is not a trusted proxy. */
class ClientAddressTest {
  private final ClientAddress behindProxies =
      new ClientAddress(
          List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("fd00::/8")),
          "X-Forwarded-For",
          /* ipv4Prefix= */ 32,
          /* ipv6Prefix= */ 64);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # remote   | X-Forwarded-For                | client
          7.7.7.7    | 1.1.1.1                        | 7.7.7.7
          10.0.0.1   | 1.1.1.1                        | 1.1.1.1
          10.0.0.1   | 6.6.6.6, 1.1.1.1               | 1.1.1.1
          10.0.0.1   | 6.6.6.6, 1.1.1.1, 10.0.0.2     | 1.1.1.1
          10.0.0.1   | 10.0.0.9, 1.1.1.1, 10.0.0.2    | 1.1.1.1
          10.0.0.1   | 10.0.0.3,10.0.0.2              | 10.0.0.3
          10.0.0.1   | 1.1.1.1:4711                   | 1.1.1.1
          10.0.0.1   | 2001:db8::1                    | 2001:db8:0:0:0:0:0:1
          10.0.0.1   | [2001:db8::1]                  | 2001:db8:0:0:0:0:0:1
          10.0.0.1   | [2001:db8::1]:443              | 2001:db8:0:0:0:0:0:1
          10.0.0.1   | ::ffff:1.1.1.1                 | 1.1.1.1
          ::ffff:10.0.0.1 | 1.1.1.1                   | 1.1.1.1
          fd00::1    | 1.1.1.1, fd00::2               | 1.1.1.1
          10.0.0.1   | '  1.1.1.1\t,  10.0.0.2  '     | 1.1.1.1
          10.0.0.1   | unknown                        | 10.0.0.1
          10.0.0.1   | 1.1.1.1, unknown               | 10.0.0.1
          10.0.0.1   | 1.1.1.1, unknown, 10.0.0.2     | 10.0.0.2
          10.0.0.1   | unknown, 1.1.1.1               | 1.1.1.1
          10.0.0.1   | ''                             | 10.0.0.1
          10.0.0.1   | ','                            | 10.0.0.1
          10.0.0.1   | '1.1.1.1,'                     | 10.0.0.1
          10.0.0.1   | ',1.1.1.1'                     | 1.1.1.1
          10.0.0.1   | [1.1.1.1                       | 10.0.0.1
          10.0.0.1   | []                             | 10.0.0.1
          10.0.0.1   | '[, 10.0.0.2'                  | 10.0.0.2
          10.0.0.1   | "'[::1', 1.1.1.1]"             | 10.0.0.1
          10.0.0.1   |                                | 10.0.0.1
          """)
  void isTheRightmostUntrustedHop(String remote, String hops, String client) {
    FakeCall call = FakeCall.of("GET /").from(remote);
    assertThat(found(hops == null ? call : call.with("X-Forwarded-For", hops), behindProxies))
        .isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          # remote | Forwarded                                              | client
          7.7.7.7  | for=1.1.1.1                                            | 7.7.7.7
          10.0.0.1 | for=1.1.1.1                                            | 1.1.1.1
          10.0.0.1 | For=1.1.1.1                                            | 1.1.1.1
          10.0.0.1 | for="1.1.1.1"                                          | 1.1.1.1
          10.0.0.1 | for="1.1.1.1:4711"                                     | 1.1.1.1
          10.0.0.1 | for="[2001:db8::1]"                                    | 2001:db8:0:0:0:0:0:1
          10.0.0.1 | for="[2001:db8::1]:4711"                               | 2001:db8:0:0:0:0:0:1
          10.0.0.1 | for=1.1.1.1;proto=https;by=10.0.0.9                    | 1.1.1.1
          10.0.0.1 | proto=https; by=10.0.0.9; for=1.1.1.1                  | 1.1.1.1
          10.0.0.1 | host="a;for=6.6.6.6";for=1.1.1.1                       | 1.1.1.1
          10.0.0.1 | host="a, for=6.6.6.6";for=1.1.1.1                      | 1.1.1.1
          10.0.0.1 | for=1.1.1.1;host="a, for=6.6.6.6"                      | 1.1.1.1
          10.0.0.1 | for=1.1.1.1;host="a\\", for=6.6.6.6"                 | 1.1.1.1
          10.0.0.1 | for=6.6.6.6, for=1.1.1.1                               | 1.1.1.1
          10.0.0.1 | for=6.6.6.6,for=1.1.1.1,for=10.0.0.2                   | 1.1.1.1
          10.0.0.1 | for=10.0.0.3, for=10.0.0.2                             | 10.0.0.3
          10.0.0.1 | for=1.1.1.1, for="10.0.0.2:80";by="[fd00::1]:80"       | 1.1.1.1
          10.0.0.1 | for=6.6.6.6;x=", for=1.1.1.1                           | 1.1.1.1
          10.0.0.1 | for=", for=1.1.1.1, for=10.0.0.2                       | 1.1.1.1
          10.0.0.1 | for=_hidden                                            | 10.0.0.1
          10.0.0.1 | for=unknown                                            | 10.0.0.1
          10.0.0.1 | for=1.1.1.1, for=_hidden                               | 10.0.0.1
          10.0.0.1 | for=1.1.1.1, for=unknown, for=10.0.0.2                 | 10.0.0.2
          10.0.0.1 | for=_hidden, for=1.1.1.1                               | 1.1.1.1
          10.0.0.1 | proto=https                                            | 10.0.0.1
          10.0.0.1 | for=1.1.1.1, proto=https                               | 10.0.0.1
          10.0.0.1 | 1.1.1.1                                                | 10.0.0.1
          10.0.0.1 | for=                                                   | 10.0.0.1
          10.0.0.1 | for=""                                                 | 10.0.0.1
          10.0.0.1 | for="1.1.1.1                                           | 10.0.0.1
          10.0.0.1 | for="                                                  | 10.0.0.1
          10.0.0.1 | for=1.1.1.1"                                           | 10.0.0.1
          10.0.0.1 | xfor=1.1.1.1                                           | 10.0.0.1
          10.0.0.1 | fo                                                     | 10.0.0.1
          10.0.0.1 | ,                                                      | 10.0.0.1
          10.0.0.1 | ~~                                                     | 10.0.0.1
          10.0.0.1 |                                                        | 10.0.0.1
          """)
  void isTheRightmostUntrustedElementOfForwarded(String remote, String hops, String client) {
    ClientAddress standard = new ClientAddress(behindProxies.trustedProxies(), "forwarded", 32, 64);
    FakeCall call = FakeCall.of("GET /").from(remote);
    assertThat(found(hops == null ? call : call.with("Forwarded", hops), standard))
        .isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource({"1.1.1.1, 1.1.1.1", "nonsense, 10.0.0.1", "10.0.0.2, 10.0.0.2"})
  void aHeaderWithOneAddressIsAListOfOne(String hop, String client) {
    ClientAddress single = new ClientAddress(behindProxies.trustedProxies(), "X-Real-IP", 32, 64);
    FakeCall call = FakeCall.of("GET /").from("10.0.0.1").with("X-Real-IP", hop);
    assertThat(found(call, single)).isEqualTo(client);
  }

  @Test
  void aCallWithoutPeerAddressHasNoClientAddress() {
    assertThat(found(FakeCall.of("GET /").from(null), behindProxies)).isEqualTo("none");
    assertThat(found(FakeCall.of("GET /").from("a-unix-socket"), behindProxies)).isEqualTo("none");
  }

  @Test
  void noProxyIsTrustedByDefault() {
    FakeCall call = FakeCall.of("GET /").from("10.0.0.1").with("X-Forwarded-For", "1.1.1.1");
    assertThat(found(call, ClientAddress.DIRECT)).isEqualTo("10.0.0.1");
  }

  private static String found(FakeCall call, ClientAddress clientAddress) {
    IpAddress found = new IpAddress();
    return clientAddress.find(call, found, new IpAddress()) ? found.toString() : "none";
  }
}
