package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.1.2, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.9.9.9/8, 10.0.0.1, true",
    "10.0.0.0/8, ::ffff:10.1.1.1, true",
    "10.0.0.0/8, ::10.1.1.1, false",
    "1.2.3.4, 1.2.3.4, true",
    "1.2.3.4, 1.2.3.5, false",
    "1.2.3.4/32, 1.2.3.5, false",
    "1.2.3.4/31, 1.2.3.5, true",
    "0.0.0.0/0, 200.1.1.1, true",
    "0.0.0.0/0, ::1, false",
    "::/0, ::1, true",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::, false",
    "2001:db8::/64, 2001:db8:0:0:ffff::, true",
    "2001:db8::/64, 2001:db8:0:1::, false",
    "2001:db8::/65, 2001:db8:0:0:8000::, false",
    "2001:db8::/127, 2001:db8::1, true",
    "2001:db8::/128, 2001:db8::1, false",
    "::1, ::1, true",
  })
  void containsTheAddressesOfItsNetwork(String range, String text, boolean contains) {
    IpAddress address = new IpAddress();
    assertThat(address.parse(text, 0, text.length())).isTrue();
    assertThat(AddressRange.parse(range).contains(address)).isEqualTo(contains);
    assertThat(AddressRange.parse(range)).hasToString(range);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.0.0.0/33  | the prefix in `10.0.0.0/33` must be 0 to 32
          10.0.0.0/    | the prefix in `10.0.0.0/` must be 0 to 32
          10.0.0.0/-1  | the prefix in `10.0.0.0/-1` must be 0 to 32
          10.0.0.0/8/8 | the prefix in `10.0.0.0/8/8` must be 0 to 32
          ::/129       | the prefix in `::/129` must be 0 to 128
          10.0.0/8     | `10.0.0/8` is not an IP address or network
          localhost    | `localhost` is not an IP address or network
          /8           | `/8` is not an IP address or network
          """)
  void rejectsInvalidRanges(String range, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AddressRange.parse(range))
        .withMessage(message);
  }
}
