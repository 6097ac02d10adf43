package testapp.calls;

import java.net.URI;
import java.util.Map;

/**
 * One HTTP call.
 *
 * @param body the body of a POST; empty for a GET
 * @param streamed whether the response is read as a stream
 */
public record Call(
    String url, String body, Map<String, String> headers, boolean streamed, Options options) {
  public static Call get(String url) {
    return new Call(url, "", Map.of(), false, Options.DEFAULT);
  }

  public Call withBody(String text) {
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
    return hasBody() ? "POST" : "GET";
  }

  public boolean hasBody() {
    return !body.isEmpty();
  }

  public URI uri() {
    return URI.create(url);
  }

  /** The URL up to the path, for clients that need both parts. */
  public String origin() {
    return uri().getScheme() + "://" + uri().getAuthority();
  }

  /** The path and query, for clients that need both parts. */
  public String target() {
    return url.substring(origin().length());
  }
}
