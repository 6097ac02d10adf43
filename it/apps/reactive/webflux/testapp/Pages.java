package testapp;

import java.security.Principal;
import java.time.Duration;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Annotated pages. */
@RestController
public class Pages {
  @GetMapping(path = "/hello", produces = MediaType.TEXT_PLAIN_VALUE)
  String hello() {
    return AppRuntime.countHandler("hello");
  }

  @GetMapping(path = "/orders/{id}", produces = MediaType.TEXT_PLAIN_VALUE)
  String order(@PathVariable("id") String id) {
    return AppRuntime.countHandler("order " + id);
  }

  @GetMapping(path = "/orders/{id}/items/{item}", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> item(@PathVariable("id") String id, @PathVariable("item") String item) {
    return Mono.fromSupplier(() -> AppRuntime.countHandler("item " + item + " of order " + id));
  }

  @RequestMapping({"/{page:vault|plain}", "/{page:vault|plain}/**", "/{page:box|lid|open}"})
  ResponseEntity<String> reached(@PathVariable("page") String page) {
    return ResponseEntity.ok().header("X-Reached", page).body(page);
  }

  @RequestMapping("/chest/{id}")
  ResponseEntity<String> chest() {
    return reached("chest");
  }

  @GetMapping(path = "/handled", produces = MediaType.TEXT_PLAIN_VALUE)
  String handled() {
    return AppRuntime.handlerCalls();
  }

  @PostMapping(path = "/echo", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
  Mono<byte[]> echo(@RequestBody Mono<byte[]> body) {
    return body;
  }

  @GetMapping("/bytes")
  ResponseEntity<byte[]> bytes() {
    return ResponseEntity.ok()
        .eTag(Blob.ETAG)
        .contentType(MediaType.APPLICATION_OCTET_STREAM)
        .body(Blob.bytes());
  }

  @GetMapping("/boom")
  Mono<String> boom() {
    return Mono.error(() -> new IllegalStateException(AppRuntime.countHandler("boom")));
  }

  @GetMapping(path = "/slow", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> slow(@RequestParam("ms") long millis) {
    return Mono.delay(Duration.ofMillis(millis)).map(tick -> AppRuntime.countHandler("slow"));
  }

  @GetMapping(path = "/me", produces = MediaType.TEXT_PLAIN_VALUE)
  String me(Principal user) {
    return AppRuntime.countHandler(user.getName());
  }
}
