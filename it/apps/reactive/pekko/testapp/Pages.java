package testapp;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntity;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.pattern.Patterns;

/** All pages; what a path means is found out by its segments. */
final class Pages {
  private static final String BASIC = "Basic ";
  private static final long TIMEOUT_MILLIS = 20_000;

  private final ActorSystem system;

  Pages(ActorSystem system) {
    this.system = system;
  }

  CompletionStage<HttpResponse> handle(HttpRequest request) {
    List<String> path = segments(request);
    String first = path.isEmpty() ? "" : path.get(0);
    return switch (first) {
      case "echo" ->
          request
              .toStrict(TIMEOUT_MILLIS, system)
              .thenApply(
                  whole ->
                      HttpResponse.create()
                          .withEntity(ContentTypes.APPLICATION_OCTET_STREAM, bytes(whole)));
      case "slow" -> slow(request);
      default -> {
        // A body that is not read would close the connection.
        request.discardEntityBytes(system);
        yield CompletableFuture.completedFuture(page(request, first, path));
      }
    };
  }

  private static byte[] bytes(HttpRequest whole) {
    return ((HttpEntity.Strict) whole.entity()).getData().toArray();
  }

  private static List<String> segments(HttpRequest request) {
    return StreamSupport.stream(request.getUri().pathSegments().spliterator(), false).toList();
  }

  private static HttpResponse page(HttpRequest request, String first, List<String> path) {
    return switch (first) {
      case "hello" -> text(AppRuntime.countHandler("hello"));
      case "handled" -> text(AppRuntime.handlerCalls());
      case "orders" -> order(path);
      case "bytes" ->
          HttpResponse.create()
              .withEntity(ContentTypes.APPLICATION_OCTET_STREAM, Blob.bytes())
              .addHeader(RawHeader.create("ETag", Blob.ETAG));
      case "boom" -> throw new IllegalStateException(AppRuntime.countHandler("boom"));
      case "me" -> me(request);
      case "seen" -> text(KeyPages.read(request, path));
      case "vault", "plain" -> reached(first);
      case "box", "lid", "open" -> path.size() == 1 ? reached(first) : missing();
      case "chest" -> path.size() == 2 ? reached(first) : missing();
      default -> missing();
    };
  }

  private static HttpResponse order(List<String> path) {
    if (path.size() == 2) {
      return text(AppRuntime.countHandler("order " + path.get(1)));
    }
    return path.size() == 4 && path.get(2).equals("items")
        ? text(AppRuntime.countHandler("item " + path.get(3) + " of order " + path.get(1)))
        : missing();
  }

  private CompletionStage<HttpResponse> slow(HttpRequest request) {
    long millis = Long.parseLong(request.getUri().query().getOrElse("ms", "0"));
    return Patterns.after(
        Duration.ofMillis(millis),
        system,
        () -> CompletableFuture.completedFuture(text(AppRuntime.countHandler("slow"))));
  }

  /** Accepts users with the right password. */
  private static HttpResponse me(HttpRequest request) {
    String header = request.getHeader("Authorization").map(HttpHeader::value).orElse("");
    String[] pair = {};
    if (header.startsWith(BASIC)) {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()));
      pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    }
    return pair.length == 2 && pair[1].equals("secret of " + pair[0])
        ? text(AppRuntime.countHandler(pair[0]))
        : HttpResponse.create().withStatus(401);
  }

  private static HttpResponse missing() {
    return HttpResponse.create().withStatus(404);
  }

  /** Says which page has run, whatever the method was. */
  private static HttpResponse reached(String page) {
    return text(page).addHeader(RawHeader.create("X-Reached", page));
  }

  private static HttpResponse text(String text) {
    return HttpResponse.create().withEntity(ContentTypes.TEXT_PLAIN_UTF8, text);
  }
}
