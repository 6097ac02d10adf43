package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLineTest {
  private final JsonLine line = new JsonLine();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"t":1000,"path":"/a"}                            | 01Z null no-user GET /a 200
          { "t" : 1000 , "path" : "/a?b=c" , "x" : null }   | 01Z null no-user GET /a?b=c 200
          {"path":"/a","t":1000,"method":"POST","status":401,"ip":"::1","user":"u7"} | 01Z ::1 u7 POST /a 401
          {"t":1000.5,"path":"/a"}                          | 01.000500Z null no-user GET /a 200
          {"t":1000.123456,"path":"/a"}                     | 01.000123Z null no-user GET /a 200
          {"t":"1000","path":"/a","status":"404"}           | 01Z null no-user GET /a 404
          {"t":1000,"path":"/a","ip":null,"user":null,"method":null,"status":null,"headers":null} | 01Z null no-user GET /a 200
          {"t":1000,"path":"/a","ip":"-","user":""}         | 01Z null no-user GET /a 200
          {"t":1000,"path":"/a","user":"é\\u00e9\\"\\ud83d\\ude00"} | 01Z null éé"😀 GET /a 200
          {"t":1000,"path":"\\/a\\/b?c"}                    | 01Z null no-user GET /a/b?c 200
          {"t":1000,"path":"/%61//./b;v=1"}                 | 01Z null no-user GET /a/b 200
          {"t":1000,"path":"https://h.example/a"}           | 01Z null no-user GET /a 200
          {"t":1000,"path":"/a","user":42}                  | 01Z null 42 GET /a 200
          {"t":1000,"path":"/a","more":{"t":[1,{"path":"]}\\""}]},"again":[]} | 01Z null no-user GET /a 200
          {"t":1,"t":1000,"path":"/x","path":"/a"}          | 01Z null no-user GET /a 200
          {"t":1000,"path":"/a","T":5,"Path":"/b"}          | 01Z null no-user GET /a 200
          """)
  void readsALine(String text, String read) {
    assertThat(LogLineText.read(line, text)).isEqualTo("1970-01-01T00:00:" + read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          []                                 | not a JSON object
          {                                  | not a JSON object
          {"t":1000,"path":"/a"              | not a JSON object
          {"t":1000,"path":"/a"} {}          | not a JSON object
          {"t":1000,"path":"/a",}            | not a JSON object
          {"t":1000 "path":"/a"}             | not a JSON object
          {"t" 1000,"path":"/a"}             | not a JSON object
          {t:1000,"path":"/a"}               | not a JSON object
          {"t":,"path":"/a"}                 | not a JSON object
          {"t":1000,"path":"/a}              | not a JSON object
          {"t":1000,"path":"/a\\"}           | not a JSON object
          {"t":1000,"path":"/a","x":[[]      | not a JSON object
          {}                                 | the member `t` is missing
          {"path":"/a"}                      | the member `t` is missing
          {"t":1000}                         | the member `path` is missing
          {"t":1000,"path":null}             | the member `path` is missing
          {"t":-1,"path":"/a"}               | `t` is not a time in milliseconds since 1970
          {"t":1e12,"path":"/a"}             | `t` is not a time in milliseconds since 1970
          {"t":"now","path":"/a"}            | `t` is not a time in milliseconds since 1970
          {"t":9007199254741,"path":"/a"}    | `t` is not a time in milliseconds since 1970
          {"t":99999999999999999999,"path":"/a"} | `t` is not a time in milliseconds since 1970
          {"t":1000,"path":""}               | `path` is not a path
          {"t":1000,"path":"a"}              | `path` is not a path
          {"t":1000,"path":["/a"]}           | `path` is not a path
          {"t":1000,"path":"/a","method":"G T"} | `method` is not an HTTP method
          {"t":1000,"path":"/a","status":2}  | `status` is not an HTTP status
          {"t":1000,"path":"/a","status":{}} | `status` is not an HTTP status
          {"t":1000,"path":"/a","headers":[]} | `headers` is not an object
          """)
  void explainsWhyALineIsInvalid(String text, String why) {
    assertThat(LogLineText.read(line, text)).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                       | null
          {"X-Key":"k"}                            | k
          { "other" : "a" , "x-key" : "k\\u0031" } | k1
          {"X-KEY":["a","b\\"c"]}                  | a,b"c
          {"X-Key":"a","x-key":"b"}                | a,b
          {"X-Key":null}                           | null
          {"X-Key":7}                              | 7
          {"X-Key":{"a":"b"}}                      | null
          {"\\u0058-Key":"k"}                      | k
          {"X-Key" "k"}                            | null
          """)
  void readsHeaders(String headers, String value) {
    String text = "{\"t\":1000,\"headers\":" + headers + ",\"path\":\"/a\"}";

    assertThat(LogLineText.read(line, text, "X-Key")).endsWith(" GET /a 200 X-Key:" + value);
    assertThat(line.header("X-Key")).isEqualTo(firstOf(value));
  }

  private static @Nullable String firstOf(String lines) {
    return lines.equals("null") ? null : lines.split(",", -1)[0];
  }
}
