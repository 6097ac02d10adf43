package dev.penstock.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        tenants:
          match: ["GET /api/{tenant}/**", "PUT,POST /api/{tenant}/orders"]
          key: [path.tenant, header.X-API-Key]
          rate: 100/min
        clients: { match: /**, key: ip, rate: 10/2h, burst: 3 }
        login: { match: [POST /login, POST /reset], rate: 1/day, algorithm: fixed-window }
      exempt: [/health, ip 192.0.2.0/24]
      client-ip: { trusted-proxies: 10.0.0.0/8 }
      """;

  @TempDir private File directory;
  private File file = new File("");

  @BeforeEach
  void writeRules() throws IOException {
    file = new File(directory, "penstock.yaml");
    write(RULES);
  }

  @Test
  void showsMatchingRulesWithKeysAndWhyOthersDoNotApply() {
    assertThat(explain("GET /api/acme/orders?page=2", "-H", "x-api-key: k1", "--ip", "203.0.113.9"))
        .isEqualTo(
            """
            GET /api/acme/orders from 203.0.113.9
            not exempt

            tenants applies
              match  GET /api/{tenant}/**
              key    [path.tenant=acme, header.X-API-Key=k1], \
            from [path.tenant, header.X-API-Key | ip]
              limit  100 calls in any minute (sliding-window)
              left   100 (nothing used yet)

            clients applies
              match  /**
              key    ip=203.0.113.9
              limit  10 calls per 2 hours, up to 3 at once (token-bucket)
              left   3 (nothing used yet)

            login does not apply: the path is not /login or /reset

            2 of 3 rules apply
            exit 0\
            """);
  }

  @Test
  void saysThatTheMethodDoesNotMatch() {
    assertThat(explain("DELETE /api/acme/orders"))
        .contains("tenants does not apply: the method is not GET or PUT or POST\n")
        .contains("\n1 of 3 rules applies\n");
    assertThat(explain("/login")).contains("login does not apply: the method is not POST\n");
  }

  @Test
  void showsALimitByTheClock() {
    assertThat(explain("POST /login"))
        .contains(
            """
            login applies
              match  POST /login
              key    global
              limit  1 call in each day by the clock (fixed-window)
              left   1 (nothing used yet)
            """);
  }

  @ParameterizedTest
  @CsvSource({"/%61pi/./x//y;v=1/, /api/x/y", "/a+b%2Bc?d=/e, /a+b+c", "/, /"})
  void readsThePathLikeAServer(String written, String path) {
    assertThat(explain("GET " + written)).startsWith("GET " + path + " from 127.0.0.1\n");
  }

  @Test
  void usesTheAddressFromTrustedProxies() {
    assertThat(explain("/x", "--ip", "10.0.0.1", "-H", "X-Forwarded-For: 6.6.6.6, 203.0.113.9"))
        .contains("  key    ip=203.0.113.9\n");
  }

  @Test
  void saysThatARequestIsExempt() {
    assertThat(explain("GET /health"))
        .isEqualTo("GET /health from 127.0.0.1\nexempt by /health: no rule applies\nexit 0");
    assertThat(explain("GET /x", "--ip", "192.0.2.7"))
        .isEqualTo("GET /x from 192.0.2.7\nexempt by ip 192.0.2.0/24: no rule applies\nexit 0");
  }

  @Test
  void saysThatTheModeIsNotEnforce() throws IOException {
    write("mode: shadow\n" + RULES);
    assertThat(explain("/x"))
        .contains("\n1 of 3 rules applies; the mode is shadow, so nothing is rejected\n");
    write("mode: off\n" + RULES);
    assertThat(explain("/x"))
        .isEqualTo(
            "GET /x from 127.0.0.1\nthe mode is off: no rule applies to any request\nexit 0");
  }

  @Test
  void listsProblemsOfAnInvalidFile() throws IOException {
    write("version: 2\n");
    assertThat(explain("/x"))
        .isEqualTo(
            """
            penstock.yaml:1:10: error: version `2` is not supported
              |
            1 | version: 2
              |          ^
              = at version
              = help: write `version: 1`

            1 problem in penstock.yaml
            exit 1\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "GET,                 `GET` is not a request such as `GET /api/users/7`",
        "GET api,             `GET api` is not a request such as `GET /api/users/7`",
        "/%zz,                `/%zz` contains an invalid percent escape",
        "/x --ip,             `--ip` needs a value",
        "/x --ip localhost,   `localhost` is not an IP address",
        "/x -H X-API-Key,     `X-API-Key` is not a header such as 'X-API-Key: k1'",
        "/x -d username,      `username` is not a form field such as username=ann",
        "/x --verbose,        `explain` has no option `--verbose`",
        "/x /y,               \"`explain` takes a file and a request such as 'GET /api/users/7'\"",
      })
  void rejectsInvalidArguments(String args, String message) {
    String[] all = args.startsWith("/") ? args.split(" ") : new String[] {args};
    assertThat(explain(all))
        .isEqualTo(
            "stderr: error: "
                + message
                + "\nstderr: Run `java -jar penstock.jar help` for usage.\nexit 2");
  }

  private void write(String text) throws IOException {
    Files.writeString(file.toPath(), text);
  }

  private String explain(String... args) {
    List<String> all = new ArrayList<>(List.of("explain", file.getPath()));
    all.addAll(List.of(args));
    return Shell.run(all.toArray(new String[0])).replace(directory.getPath() + File.separator, "");
  }
}
