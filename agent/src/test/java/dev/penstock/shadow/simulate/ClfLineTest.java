package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClfLineTest {
  private static final String AT = "[10/Oct/2000:13:55:36 -0700] ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1.2.3.4 - frank @"GET /a/b?c=d&e HTTP/1.0" 200 2326  | 1.2.3.4 frank GET /a/b?c=d&e 200
          1.2.3.4 - - @"GET / HTTP/1.1" 304 -                  | 1.2.3.4 no-user GET / 304
          1.2.3.4 - "" @"GET / HTTP/1.1" 200 0                 | 1.2.3.4 no-user GET / 200
          1.2.3.4 - Ann Lee @"GET / HTTP/1.1" 200 0            | 1.2.3.4 Ann Lee GET / 200
          1.2.3.4 - a [b] @"GET / HTTP/1.1" 200 0              | 1.2.3.4 a [b] GET / 200
          1.2.3.4 me u\\x5c\\x22 @"GET / HTTP/1.1" 200 0       | 1.2.3.4 u\\" GET / 200
          2001:db8::17 - - @"HEAD /x HTTP/2.0" 200 0           | 2001:db8::17 no-user HEAD /x 200
          host.example - - @"GET / HTTP/1.1" 200 0             | host.example no-user GET / 200
          - - - @"GET / HTTP/1.1" 200 0                        | null no-user GET / 200
          1.2.3.4 - - @"GET / HTTP/1.1" - -                    | 1.2.3.4 no-user GET / 200
          1.2.3.4 - - @"GET /" 200 0                           | 1.2.3.4 no-user GET / 200
          1.2.3.4 - - @"GET /a b c HTTP/1.1" 200 0             | 1.2.3.4 no-user GET /a b c 200
          1.2.3.4 - - @"GET /a\\"b HTTP/1.1" 200 0             | 1.2.3.4 no-user GET /a"b 200
          1.2.3.4 - - @"GET /a"b HTTP/1.1" 200 0               | 1.2.3.4 no-user GET /a"b 200
          1.2.3.4 - - @"GET /a\\x22\\xc3\\xa9 HTTP/1.1" 200 0  | 1.2.3.4 no-user GET /a"é 200
          1.2.3.4 - - @"GET /a\\xZZ HTTP/1.1" 200 0            | 1.2.3.4 no-user GET /a/xZZ 200
          1.2.3.4 - - @"GET /é HTTP/1.1" 200 0                 | 1.2.3.4 no-user GET /é 200
          1.2.3.4 - - @"PROPFIND /d HTTP/1.1" 207 0            | 1.2.3.4 no-user PROPFIND /d 207
          1.2.3.4 - - @"GET //a/./b/../%63;v=1/ HTTP/1.1" 200 0 | 1.2.3.4 no-user GET /a/c 200
          1.2.3.4 - - @"GET /a%2Fb?x=%2F HTTP/1.1" 200 0       | 1.2.3.4 no-user GET /a%2Fb?x=%2F 200
          1.2.3.4 - - @"GET /? HTTP/1.1" 200 0                 | 1.2.3.4 no-user GET /? 200
          1.2.3.4 - - @"GET http://A.example:80/p?q HTTP/1.1" 200 0 | 1.2.3.4 no-user GET /p?q 200
          1.2.3.4 - - @"GET HTTPS://a.example HTTP/1.1" 200 0  | 1.2.3.4 no-user GET / 200
          1.2.3.4 - - @"GET http://a.example?q HTTP/1.1" 200 0 | 1.2.3.4 no-user GET /?q 200
          """)
  void readsALine(String line, String read) {
    assertThat(LogLineText.read(new ClfLine(/* combined= */ true), line.replace("@", AT)))
        .isEqualTo("2000-10-10T20:55:36Z " + read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nothing of the kind                            | not in the common or combined log format
          1.2.3.4                                        | not in the common or combined log format
          1.2.3.4 - -                                    | not in the common or combined log format
          1.2.3.4 - [10/Oct/2000:13:55:36 -0700] "GET    | not in the common or combined log format
          1.2.3.4 - - [yesterday] "GET / HTTP/1.1" 200 0 | not in the common or combined log format
          1.2.3.4 - - [10/Oct/2000:13:55:36 -0700        | not in the common or combined log format
          1.2.3.4 - - [10/Oct/2000:13:55:36 -0700]       | not in the common or combined log format
          1.2.3.4 - - @GET / HTTP/1.1                    | not in the common or combined log format
          1.2.3.4 - - [10/Okt/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 0 | the time is invalid
          1.2.3.4 - - [30/Feb/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 0 | the time is invalid
          1.2.3.4 - - [10/Oct/2300:13:55:36 -0700] "GET / HTTP/1.1" 200 0 | the time is invalid
          1.2.3.4 - - @"GET / HTTP/1.1                   | the closing quote of the request is missing
          1.2.3.4 - - @"GET / HTTP/1.1\\" 200 0          | the closing quote of the request is missing
          1.2.3.4 - - @"GET / HTTP/1.1"                  | the status is not a number
          1.2.3.4 - - @"GET / HTTP/1.1" OK 0             | the status is not a number
          1.2.3.4 - - @"GET / HTTP/1.1" 2000 0           | the status is not a number
          1.2.3.4 - - @"GET / HTTP/1.1" 99999999999 0    | the status is not a number
          1.2.3.4 - - @"-" 408 0                         | not an HTTP request
          1.2.3.4 - - @"" 400 0                          | not an HTTP request
          1.2.3.4 - - @"\\x16\\x03\\x01\\x02 \\x01" 400 0 | not an HTTP request
          1.2.3.4 - - @"GET" 400 0                       | not an HTTP request
          1.2.3.4 - - @"GET  HTTP/1.1" 400 0             | the request has no path
          1.2.3.4 - - @"GET api HTTP/1.1" 400 0          | the request has no path
          1.2.3.4 - - @"OPTIONS * HTTP/1.0" 200 0        | the request has no path
          1.2.3.4 - - @"CONNECT a.example:443 HTTP/1.1" 400 0 | the request has no path
          """)
  void explainsWhyALineIsInvalid(String line, String why) {
    assertThat(LogLineText.read(new ClfLine(/* combined= */ true), line.replace("@", AT)))
        .isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          5 "http://r/" "Mozilla/5.0 (X11; \\"q\\")"   | Referer:http://r/ user-agent:Mozilla/5.0 (X11; "q")
          5 "-" "-"                                     | Referer:null user-agent:null
          5 "" "a"                                      | Referer: user-agent:a
          5 "r" "a" "1.2.3.4" 0.012 more                | Referer:r user-agent:a
          5 "r"                                         | Referer:r user-agent:null
          5 "a"b" "c"                                   | Referer:a"b user-agent:c
          5 "r" "no end                                 | Referer:r user-agent:null
          5 12 "r"                                      | Referer:null user-agent:null
          5                                             | Referer:null user-agent:null
          """)
  void readsHeadersOfACombinedLine(String rest, String headers) {
    String read =
        LogLineText.read(
            new ClfLine(/* combined= */ true),
            "1.2.3.4 - - " + AT + "\"GET / HTTP/1.1\" 200 " + rest,
            "Referer",
            "user-agent");

    assertThat(read).isEqualTo("2000-10-10T20:55:36Z 1.2.3.4 no-user GET / 200 " + headers);
  }

  @Test
  void ignoresHeadersOfACommonLine() {
    assertThat(
            LogLineText.read(
                new ClfLine(/* combined= */ false),
                "1.2.3.4 - - " + AT + "\"GET / HTTP/1.1\" 200 5 \"r\" \"a\"",
                "Referer"))
        .endsWith("200 Referer:null");
  }

  @Test
  void knowsOnlyTheHostHeaderOfAFullUrl() {
    ClfLine line = new ClfLine(/* combined= */ true);

    assertThat(
            LogLineText.read(
                line,
                "1.2.3.4 - - " + AT + "\"GET http://Shop.example:80/ HTTP/1.1\" 200 5",
                "host",
                "Cookie"))
        .endsWith("host:Shop.example:80 Cookie:null");
    assertThat(line.host()).isEqualTo("shop.example");
    LogLineText.read(line, "1.2.3.4 - - " + AT + "\"GET / HTTP/1.1\" 200 5");
    assertThat(line.host()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4,false",
    "::1,false",
    "2001:db8::beef,false",
    "-,false",
    "host.example,true",
    "a1,false"
  })
  void distinguishesHostNamesFromAddresses(String first, boolean hostName) {
    ClfLine line = new ClfLine(/* combined= */ true);
    LogLineText.read(line, first + " - - " + AT + "\"GET / HTTP/1.1\" 200 5");

    assertThat(line.hasHostName()).isEqualTo(hostName);
  }
}
