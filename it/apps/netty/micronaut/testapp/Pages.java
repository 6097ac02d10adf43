package testapp;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.annotation.QueryValue;
import java.security.Principal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** All pages. */
@Controller
public class Pages {
  @Get("/hello")
  @Produces(MediaType.TEXT_PLAIN)
  public String hello() {
    return AppRuntime.countHandler("hello");
  }

  @Get("/handled")
  @Produces(MediaType.TEXT_PLAIN)
  public String handled() {
    return AppRuntime.handlerCalls();
  }

  @Get("/orders/{id}")
  @Produces(MediaType.TEXT_PLAIN)
  public String order(String id) {
    return AppRuntime.countHandler("order " + id);
  }

  @Get("/orders/{id}/items/{item}")
  @Produces(MediaType.TEXT_PLAIN)
  public String item(String id, String item) {
    return AppRuntime.countHandler("item " + item + " of order " + id);
  }

  @Get("/slow")
  @Produces(MediaType.TEXT_PLAIN)
  public CompletableFuture<String> slow(@QueryValue long ms) {
    Executor later = CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
    return CompletableFuture.supplyAsync(() -> AppRuntime.countHandler("slow"), later);
  }

  @Post("/echo")
  @Consumes(MediaType.ALL)
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] echo(@Body byte[] body) {
    return body;
  }

  @Get("/bytes")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public HttpResponse<byte[]> bytes() {
    return HttpResponse.ok(Blob.bytes()).header("ETag", Blob.ETAG);
  }

  @Get("/boom")
  public String boom() {
    throw new IllegalStateException(AppRuntime.countHandler("boom"));
  }

  @Get("/me")
  @Produces(MediaType.TEXT_PLAIN)
  public String me(HttpRequest<?> request) {
    return AppRuntime.countHandler(
        request.getUserPrincipal().map(Principal::getName).orElse("nobody"));
  }

  @Get(uris = {"/vault", "/vault/{rest:.*}"})
  public HttpResponse<String> vault() {
    return reached("vault");
  }

  @Post(uris = {"/vault", "/vault/{rest:.*}"})
  @Consumes(MediaType.ALL)
  public HttpResponse<String> vaultByPost() {
    return reached("vault");
  }

  @Get(uris = {"/plain", "/plain/{rest:.*}"})
  public HttpResponse<String> plain() {
    return reached("plain");
  }

  @Post(uris = {"/plain", "/plain/{rest:.*}"})
  @Consumes(MediaType.ALL)
  public HttpResponse<String> plainByPost() {
    return reached("plain");
  }

  @Get("/chest/{id}")
  public HttpResponse<String> chest(String id) {
    return reached("chest");
  }

  @Post("/box")
  @Consumes(MediaType.ALL)
  public HttpResponse<String> box() {
    return reached("box");
  }

  @Delete("/lid")
  @Consumes(MediaType.ALL)
  public HttpResponse<String> lid() {
    return reached("lid");
  }

  @Get("/open")
  public HttpResponse<String> open() {
    return reached("open");
  }

  /** Says which page has run. */
  private static HttpResponse<String> reached(String page) {
    return HttpResponse.ok(page).header("X-Reached", page);
  }
}
