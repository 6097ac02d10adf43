package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
  private final IpAddress address = new IpAddress();

  private boolean parses(String text) {
    return address.parse(text, 0, text.length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.2.3.4                  | 1.2.3.4
          0.0.0.0                  | 0.0.0.0
          255.255.255.255          | 255.255.255.255
          ::ffff:1.2.3.4           | 1.2.3.4
          ::FFFF:102:304           | 1.2.3.4
          0:0:0:0:0:ffff:1.2.3.4   | 1.2.3.4
          ::                       | 0:0:0:0:0:0:0:0
          ::1                      | 0:0:0:0:0:0:0:1
          1::                      | 1:0:0:0:0:0:0:0
          2001:db8::8:800:200c:417a| 2001:db8:0:0:8:800:200c:417a
          2001:DB8::1              | 2001:db8:0:0:0:0:0:1
          1:2:3:4:5:6:7:8          | 1:2:3:4:5:6:7:8
          1:2:3:4:5:6:7::          | 1:2:3:4:5:6:7:0
          ::2:3:4:5:6:7:8          | 0:2:3:4:5:6:7:8
          1::3:4:5:6:7:8           | 1:0:3:4:5:6:7:8
          1:2:3:4:5:6:1.2.3.4      | 1:2:3:4:5:6:102:304
          ::1.2.3.4                | 0:0:0:0:0:0:102:304
          64:ff9b::1.2.3.4         | 64:ff9b:0:0:0:0:102:304
          fe80::1%eth0             | fe80:0:0:0:0:0:0:1
          0001:0db8::00ff          | 1:db8:0:0:0:0:0:ff
          """)
  void readsAnAddress(String text, String meaning) {
    assertThat(parses(text)).isTrue();
    assertThat(address).hasToString(meaning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4.",
        ".1.2.3.4",
        "1..2.3",
        "256.1.1.1",
        "1.2.3.04",
        "01.2.3.4",
        "1.2.3.0x4",
        "1.2.3.4a",
        "1.2.3.-4",
        " 1.2.3.4",
        "1.2.3.4 ",
        "1.2.3.4%eth0",
        "99999999999.1.1.1",
        "localhost",
        "a.b.c.d",
        "::g",
        ":",
        ":::",
        "1:",
        ":1",
        "1:2",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "1::2::3",
        "1:::2",
        "12345::",
        "::1:",
        "1.2.3.4::",
        "::1.2.3",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3.256",
        "[::1]",
        "::-1",
        "%eth0",
        "::\uff11",
        "\uff11.2.3.4",
        "\u0661.2.3.4",
        "::1/64",
        "1.2.3.4:80"
      })
  void rejectsTextThatIsNotAnAddress(String text) {
    assertThat(parses(text)).isFalse();
  }

  @Test
  void readsOnlyThePartItIsGiven() {
    assertThat(address.parse("x1.2.3.45", 1, 8)).isTrue();
    assertThat(address).hasToString("1.2.3.4");
    assertThat(address.parse("[::1]:80", 1, 4)).isTrue();
    assertThat(address).hasToString("0:0:0:0:0:0:0:1");
    assertThat(address.parse("::1", 0, 1)).isFalse();
    assertThat(address.parse("::%::", 0, 2)).isTrue();
  }

  @Test
  void agreesWithTheJdkOnRandomAddressesInRandomSpellings() throws UnknownHostException {
    Random random = new Random(6);
    for (int i = 0; i < 100_000; i++) {
      String text = AddressSpellings.randomAddress(random);
      byte[] bytes = InetAddress.getByName(text).getAddress();
      assertThat(parses(text)).as(text).isTrue();
      ByteBuffer expected = ByteBuffer.wrap(bytes);
      if (bytes.length == 4) {
        assertThat(address.isIpv4()).as(text).isTrue();
        assertThat((int) address.low()).as(text).isEqualTo(expected.getInt());
      } else {
        assertThat(address.high()).as(text).isEqualTo(expected.getLong());
        assertThat(address.low()).as(text).isEqualTo(expected.getLong());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4, 32, 64, 1.2.3.4",
    "1.2.3.4, 24, 64, 1.2.3.0",
    "1.2.3.4, 0, 64, 0.0.0.0",
    "1:2:3:4:5:6:7:8, 32, 64, 1:2:3:4:0:0:0:0",
    "1:2:3:4:5:6:7:8, 32, 48, 1:2:3:0:0:0:0:0",
    "1:2:3:4:5:6:7:8, 32, 128, 1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7:8, 32, 100, 1:2:3:4:5:6:0:0",
    "1:2:3:4:5:6:7:8, 32, 0, 0:0:0:0:0:0:0:0",
  })
  void keepsTheLeadingBitsOfIpv4AndIpv6Addresses(String text, int ipv4, int ipv6, String network) {
    assertThat(parses(text)).isTrue();
    address.keep(ipv4, ipv6);
    assertThat(address).hasToString(network);
  }
}
