package testapp.calls;

import java.net.URI;
import java.util.Map;

/**
 * What a client is asked to do.
 *
 * @param body what is posted; empty for a GET
 * @param streamed the answer is read while it comes in
 */
public record Call(
    String url, String body, Map<String, String> headers, boolean streamed, Options options) {
  public static Call get(String url) {
    return new Call(url, "", Map.of(), false, Options.USUAL);
  }

  public Call posting(String text) {
    return new Call(url, text, headers, streamed, options);
  }

  public Call with(String header, String value) {
    return new Call(url, body, Map.of(header, value), streamed, options);
  }

  public Call with(Options others) {
    return new Call(url, body, headers, streamed, others);
  }

  public Call readAsStream() {
    return new Call(url, body, headers, /* streamed= */ true, options);
  }

  public String method() {
    return posts() ? "POST" : "GET";
  }

  public boolean posts() {
    return !body.isEmpty();
  }

  public URI uri() {
    return URI.create(url);
  }

  /** For clients of interfaces with paths: all of the URL in front of the path. */
  public String origin() {
    return uri().getScheme() + "://" + uri().getAuthority();
  }

  /** For clients of interfaces with paths: path and query. */
  public String target() {
    return url.substring(origin().length());
  }
}
