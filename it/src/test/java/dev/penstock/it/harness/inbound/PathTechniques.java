package dev.penstock.it.harness.inbound;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Request targets that try to reach a page without matching its rule. */
final class PathTechniques {
  /*
   * Placeholders: {p} is the name of the page, {e} has its first letter encoded, {f} all letters,
   * {d} the first letter encoded twice, {U} is the name in upper case. Expected results are not
   * listed: however a server interprets a target, the request must not reach the page.
   */
  static final List<String> BELOW_A_PREFIX =
      List.of(
          // the page itself
          "/{p}",
          "/{p}/",
          "/{p}/x",
          "/{p}/x/",
          "/{p}/x/y/z",
          "/{p}/x?a=b",
          "/{p}/x?",
          "/{p}?/open",
          "/{p}/open",
          // slashes
          "//{p}/x",
          "///{p}///x",
          "/{p}//x",
          "/{p}/x//",
          "/{p}//",
          "//{p}",
          "/open//../{p}/x",
          // dot segments
          "/./{p}/x",
          "/{p}/./x",
          "/{p}/x/.",
          "/{p}/.",
          "/{p}/..",
          "/../{p}/x",
          "/../../{p}/x",
          "/x/../{p}/x",
          "/open/../{p}/x",
          "/shop/../{p}/x",
          "/shop/..;/{p}/x",
          "/{p}/../{p}/x",
          "/{p}/x/..",
          "/{p}/x/../y",
          "/{p}/../open",
          "/{p}/../open/",
          "/{p}/x/../../open",
          "/{p}/.../x",
          "/{p}/x.",
          "/{p}/.x",
          // encoded dots
          "/x/%2e%2e/{p}/x",
          "/x/%2E./{p}/x",
          "/x/.%2e/{p}/x",
          "/open/%2e%2e/{p}/x",
          "/{p}/%2e/x",
          "/{p}/%2e%2e/open",
          "/{p}/%2e%2e/x",
          "/{p}/%252e%252e/open",
          "/%2e/{p}/x",
          "/%2e%2e/{p}/x",
          // path parameters
          "/{p};a=b",
          "/{p};",
          "/{p}/;",
          "/{p}/;a=b",
          "/{p};a=b/x",
          "/{p}/x;a=b",
          "/{p}/x;",
          "/;a=b/{p}/x",
          "/;/{p}/x",
          "/{p};/x",
          "/{p};jsessionid=00/x",
          "/{p};a=%2Fb/x",
          "/{p};a=b;c=d/x;e",
          "/{p};/open",
          "/open;/../{p}/x",
          "/open;a=b/..;c/{p}/x",
          "/{p}/x;/../../open",
          // path parameters and dots
          "/{p}/..;/open",
          "/{p}/..;a=b/open",
          "/{p}/.;/x",
          "/{p}/;/../open",
          "/{p}/;/../x",
          "/{p}/;a=b/../open",
          "/{p}/;a=b/../secret",
          "/{p}/;a=b/../../open",
          "/{p}/%2e%2e;/open",
          "/{p}/%2e%2e;/secret",
          "/{p}/%2e%2e;a=b/open",
          "/{p}/%2e;/x",
          "/x/..;/{p}/x",
          "/x/..;a=b/{p}/x",
          "/open/..;/{p}/x",
          "/open/;/../{p}/x",
          "/open/x/..;/../{p}/x",
          "/x/%2e%2e;/{p}/x",
          "/{p}/x/..;/..;/open",
          "/{p}/..;/..;/open",
          "/{p}/..;/{p}/../open",
          // encoded semicolons
          "/{p}%3Ba=b/x",
          "/{p}/..%3B/x",
          "/{p}/..%3B/open",
          "/{p}/..%3B/..%3Ba/open",
          "/{p}/.%3B/x",
          "/{p}/%3Ba/x",
          "/{p}/%3B/../open",
          "/x/..%3Ba=b/{p}/x",
          "/open%3B/../{p}/x",
          // encoded letters
          "/{e}/x",
          "/{f}/x",
          "/{d}/x",
          "/%2525{p}/x",
          "/{e}/../open",
          "/{e}/..;/open",
          "/open/../{e}/x",
          "/%u0076ault/x",
          // encoded slashes
          "/{p}%2Fx",
          "/{p}%2fx",
          "/{p}%2F",
          "/{p}/x%2Fy",
          "/{p}%252Fx",
          "/{p}%2F..%2Fopen",
          "/{p}/..%2Fopen",
          "/{p}/%2e%2e%2fopen",
          "/{p}%2F../open",
          "/open%2F..%2F{p}/x",
          "/open/..%2F{p}/x",
          "/open/%2e%2e%2f{p}/x",
          "%2F{p}/x",
          "/%2F{p}/x",
          "/{p}/..%252fopen",
          // backslashes
          "/{p}\\x",
          "\\{p}\\x",
          "/{p}%5Cx",
          "/{p}\\..\\open",
          "/{p}/..\\open",
          "/{p}%5C..%5Copen",
          "/{p}/x%5C..%5C..%5Copen",
          "/open\\..\\{p}/x",
          "/open%5C..%5C{p}/x",
          "/open/..%5C{p}/x",
          "/x\\..\\{p}\\x",
          // queries and fragments
          "/{p}/x#a",
          "/{p}#",
          "/{p}#/../open",
          "/open#/../{p}/x",
          "/{p}/x%23a",
          "/{p}/x%3Fa",
          "/{p}%3F/open",
          "?/{p}/x",
          "/open?/../{p}/x",
          // odd characters
          "/{p}/%",
          "/{p}/%zz",
          "/{p}/%2",
          "/{p}/x%00",
          "/{p}%00/x",
          "/{p}/%00/../open",
          "/{p}/x%20",
          "/{p}/%20x",
          "/{p}%20/x",
          "/{p}/x%09",
          "/{p}/x%0d%0a",
          "/{p}/x+y",
          "/{p}/x*",
          "/{p}/{x}",
          "/{p}/:x",
          "/{p}/x|y",
          "/{p}/\"x\"",
          "/{p}/x%7F",
          "/{p}./x",
          // encodings
          "/{p}/%C3%BC",
          "/{p}/\u00fc",
          "/{p}/%FC",
          "/%C0%AF{p}/x",
          "/open/%c0%ae%c0%ae/{p}/x",
          "/{p}/%c0%ae%c0%ae/open",
          "/{p}/%e0%80%ae%e0%80%ae/open",
          "/{p}/%c0%af../open",
          "/{p}/\u2024\u2024/open",
          "/{p}/\uff0e\uff0e/open",
          "/{p}\u2215x",
          "/{p}/%EF%BC%8F..%EF%BC%8Fopen",
          // case
          "/{U}/x",
          "/{U}",
          // other forms of a target
          "http://localhost/{p}/x",
          "HTTP://other.example:99/{p}/x",
          "http://localhost//{p}/./x",
          "http:///{p}/x",
          "https://user:pw@localhost/{e}/x",
          "http://localhost/x/../{p}/x",
          "http://localhost/open/..;/{p}/x",
          "http://localhost/{p}/..;/open",
          "http://localhost/{p}/;/../open",
          "http://localhost;/{p}/x",
          "http://localhost?/{p}/x",
          "ftp://localhost/{p}/x",
          "//localhost/{p}/x",
          "localhost/{p}/x",
          "{p}/x",
          "./{p}/x",
          "*",
          "*/{p}/x");

  /** Targets that try to reach {@code /chest/{id}}. */
  static final List<String> OF_A_VARIABLE =
      List.of(
          "/chest/2",
          "/chest/2/",
          "/chest//2",
          "/chest/2;a=b",
          "/chest;a=b/2",
          "/chest/;2",
          "/chest/;a=b/2",
          "/chest/a%2Fb",
          "/chest/a%2fb%2F",
          "/chest/%2e%2e",
          "/chest/%2e",
          "/chest/..%2F..",
          "/chest/..%3B",
          "/chest/a%5Cb",
          "/chest/a\\b",
          "/chest/%3B",
          "/chest/%3Ba",
          "/chest/a%3Bb",
          "/chest/%20",
          "/chest/..",
          "/chest/.",
          "/chest/..;",
          "/chest/..;a=b",
          "/chest/x/../2",
          "/chest/%25",
          "/%63hest/2",
          "/chest/{id}",
          "/chest/:id",
          "/chest/2?a=b",
          "/chest/2#a",
          "http://localhost/chest/2");

  /** Requests for other pages, however a server interprets them. */
  static final List<String> FOR_OTHER_PAGES =
      List.of(
          "GET /hello",
          "GET /hello/",
          "GET /%68ello",
          "GET //hello",
          "GET /hello?/vault/x",
          "GET /hello;/vault/x",
          "GET /x/vault/x",
          "GET /x%2Fvault/x",
          "GET /x/../hello",
          "GET http://localhost/hello",
          "GET /box",
          "POST /lid");

  private PathTechniques() {}

  /** Replaces the placeholders by the name of a page. */
  static String target(String technique, String page) {
    String first = encoded(page.substring(0, 1));
    return technique
        .replace("{p}", page)
        .replace("{e}", first + page.substring(1))
        .replace("{f}", encoded(page))
        .replace("{d}", first.replace("%", "%25") + page.substring(1))
        .replace("{U}", page.toUpperCase(Locale.ROOT));
  }

  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      encoded.append(String.format("%%%02x", b));
    }
    return encoded.toString();
  }
}
