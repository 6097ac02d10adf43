package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A form that a rule has read reaches the application intact, even if a filter sets the charset
 * later.
 */
@ParameterizedClass
@MethodSource("apps")
record FormEncodingIT(RunningApp app) {
  private static final String RULES =
      """
      version: 1
      inbound:
        forms: { match: POST /**, key: form.größe, rate: 100000/week }
        once: { match: POST /late/**, key: form.kunde, rate: 1/week, on-missing-key: skip }
      """;

  private static final String FORM = "application/x-www-form-urlencoded";

  static Stream<RunningApp> apps() {
    return TestTarget.all().map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gr%C3%B6%C3%9Fe=J%C3%BCrgen+%E6%B0%B4",
        "größe=Jürgen 水",
        "gr%c3%b6ße=J%c3%bcrgen%20水",
      })
  void aFilterCanSetUtf8AfterThePenstockHook(String form) {
    assertThat(post("/late/body/parameters", FORM, form, UTF_8).body())
        .isEqualTo("UTF-8\ngröße=[Jürgen 水]\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gr%F6%DFe=J%FCrgen", "größe=Jürgen", "grö%dfe=J%fcrgen"})
  void aCharsetInTheContentTypeIsUsed(String form) {
    assertThat(
            post("/body/parameters", FORM + ";charset=ISO-8859-1", form, ISO_8859_1).body().lines())
        .containsExactly("ISO-8859-1", "größe=[Jürgen]");
  }

  @Test
  void aFormWithoutCharsetReachesTheApplication() {
    assertThat(post("/body/parameters", FORM, "größe=Jürgen", ISO_8859_1).body())
        .isEqualTo("null\ngröße=[Jürgen]\n");
  }

  @Test
  void anApplicationCanReadTheRawBody() {
    String form = "größe=Jürgen 水&a=%C3%BC";
    String bytes = HexFormat.of().formatHex(form.getBytes(UTF_8));
    assertThat(post("/late/body/reader", FORM, form, UTF_8).body()).startsWith(form + "\n");
    assertThat(post("/late/body/stream", FORM, form, UTF_8).body()).startsWith(bytes + "\n");
    assertThat(post("/body/stream", FORM, form, UTF_8).body()).startsWith(bytes + "\n");
  }

  @Test
  void aMultipartFormReachesTheApplication() {
    String parts =
        """
        --line\r
        Content-Disposition: form-data; name="größe"\r
        \r
        Jürgen\r
        --line--\r
        """;
    assertThat(post("/late/body/parts", "multipart/form-data;boundary=line", parts, UTF_8).body())
        .isEqualTo("größe: 4ac3bc7267656e\nUTF-8\ngröße=[Jürgen]\n");
  }

  @Test
  void encodingsOfOneValueShareABudget() {
    assertThat(post("/late/body/parameters", FORM, "kunde=Jürgen", UTF_8).statusCode())
        .isEqualTo(200);
    for (String same : List.of("kunde=J%C3%BCrgen", "kunde=J%c3%bcrgen&a=b", "k%75nde=Jürgen")) {
      assertThat(post("/late/body/parameters", FORM, same, UTF_8).statusCode()).isEqualTo(429);
    }
  }

  private HttpResponse<String> post(String page, String type, String body, Charset charset) {
    return app.http().post(page, type, BodyPublishers.ofByteArray(body.getBytes(charset)));
  }
}
