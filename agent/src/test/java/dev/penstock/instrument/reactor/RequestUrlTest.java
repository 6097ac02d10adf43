package dev.penstock.instrument.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          http://api.example/v1/x?a=b        | -                       | http api.example -1 /v1/x a=b
          HTTPS://api.example:8443/x#part    | -                       | https api.example 8443 /x null
          https://api.example                | -                       | https api.example -1 / null
          http://api.example?a=b             | -                       | http api.example -1 / a=b
          http://[::1]:8080/x                | -                       | http [::1] 8080 /x null
          http://[::1]/x                     | -                       | http [::1] -1 /x null
          http://me:secret@api.example/x     | -                       | http api.example -1 /x null
          ws://api.example/feed              | -                       | http api.example -1 /feed null
          wss://api.example/feed             | -                       | https api.example -1 /feed null
          api.example:8080/x                 | -                       | http api.example 8080 /x null
          /x                                 | http://api.example/v1/  | http api.example -1 /v1/x null
          /x                                 | http://api.example/v1   | http api.example -1 /v1/x null
          http://other.example/x             | http://api.example/v1   | http other.example -1 /x null
          /x                                 | /v1                     | http connected.example 81 /v1/x null
          /x?a=b                             | -                       | http connected.example 81 /x a=b
          -                                  | -                       | http connected.example 81 / null
          """)
  void isParsedLikeTheLibraryParsesIt(@Nullable String url, @Nullable String base, String read) {
    assertThat(read(url, base)).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({"ftp://api.example/x", "http://", "http:///x", "http://api.example:port/x"})
  void ignoresUrlsThatItCannotParse(String url) {
    assertThat(read(url, /* base= */ null)).isEqualTo("unreadable");
  }

  @Test
  void usesHttpsForASecureClientIfTheUrlHasNoScheme() {
    RequestUrl url = RequestUrl.of("/x", /* base= */ null, /* secure= */ true, () -> "a socket");
    assertThat(url).isEqualTo(new RequestUrl("https", "localhost", -1, "/x"));
  }

  private static String read(@Nullable String url, @Nullable String base) {
    InetSocketAddress connected = InetSocketAddress.createUnresolved("connected.example", 81);
    RequestUrl read = RequestUrl.of(url, base, /* secure= */ false, () -> connected);
    return read == null
        ? "unreadable"
        : String.join(
            " ",
            read.scheme(),
            read.host(),
            String.valueOf(read.port()),
            read.pathAlone(),
            String.valueOf(read.query()));
  }
}
