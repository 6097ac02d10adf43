package dev.penstock.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request with the values that a test sets. */
public record FakeCall(
    String method,
    String path,
    @Nullable String query,
    @Nullable String remoteAddress,
    Map<String, String> headers)
    implements Call {

  /** A call such as {@code GET /a?b=c} from {@code 1.2.3.4}. */
  public static FakeCall of(String line) {
    String[] words = line.split(" ", -1);
    int question = words[1].indexOf('?');
    String path = question < 0 ? words[1] : words[1].substring(0, question);
    String query = question < 0 ? null : words[1].substring(question + 1);
    return new FakeCall(words[0], path, query, "1.2.3.4", Map.of());
  }

  /** An outbound call such as {@code GET https://example.org:8443/a?b=c}. */
  public static FakeCall to(String line) {
    String[] words = line.split(" ", -1);
    URI url = URI.create(words[1]);
    return of(words[0] + " " + words[1].substring(words[1].indexOf(url.getRawPath(), 8)))
        .known("scheme", url.getScheme())
        .known("port", Integer.toString(url.getPort()))
        .with("Host", url.getHost());
  }

  public FakeCall from(@Nullable String address) {
    return new FakeCall(method, path, query, address, headers);
  }

  public FakeCall with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name.toLowerCase(Locale.ROOT), value);
    return new FakeCall(method, path, query, remoteAddress, more);
  }

  /** A call with a value that the server knows, such as {@code user} or {@code form.name}. */
  public FakeCall known(String name, String value) {
    return with("known " + name, value);
  }

  /** A call at this milestone, with the route of the framework. */
  public FakeCall at(Milestone milestone, String route) {
    return known("milestone", milestone.name()).known("route", route);
  }

  /** A call whose thread must not block. */
  public FakeCall onAnEventLoop() {
    return known("event loop", "yes");
  }

  @Override
  public boolean mayBlock() {
    return header("known event loop") == null;
  }

  @Override
  public Milestone milestone() {
    String known = header("known milestone");
    return known == null ? Milestone.ROUTED : Milestone.valueOf(known);
  }

  @Override
  public List<String> otherPaths() {
    String known = header("known other paths");
    return known == null ? List.of() : List.of(known.split(" ", -1));
  }

  @Override
  public @Nullable String route() {
    return header("known route");
  }

  @Override
  public String scheme() {
    String known = header("known scheme");
    return known == null ? "" : known;
  }

  @Override
  public int port() {
    String known = header("known port");
    return known == null ? -1 : Integer.parseInt(known);
  }

  @Override
  public @Nullable String user() {
    return header("known user");
  }

  @Override
  public @Nullable String session() {
    return header("known session");
  }

  @Override
  public @Nullable String attribute(String name) {
    return header("known attribute." + name);
  }

  @Override
  public @Nullable String form(String name) {
    return header("known form." + name);
  }

  @Override
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public @Nullable String headerLines(String name) {
    return header(name);
  }
}
