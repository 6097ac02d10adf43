package testapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Synchronous pages. */
@RestController
public class Pages {
  @GetMapping("/hello")
  public String hello() {
    return "hello";
  }

  @GetMapping("/orders/{id}")
  public String order(@PathVariable String id) {
    return AppRuntime.countHandler("order " + id);
  }

  @GetMapping("/orders/{id}/items/{item}")
  public String item(@PathVariable String id, @PathVariable String item) {
    return AppRuntime.countHandler("item " + item + " of order " + id);
  }

  @RequestMapping({"/{page:vault|plain}", "/{page:vault|plain}/**", "/{page:box|lid|open}"})
  public ResponseEntity<String> reached(@PathVariable String page) {
    return ResponseEntity.ok().header("X-Reached", page).body(page);
  }

  @RequestMapping("/chest/{id}")
  public ResponseEntity<String> chest() {
    return reached("chest");
  }

  @GetMapping("/me/name")
  public String me(Principal user) {
    return AppRuntime.countHandler(user.getName());
  }

  @GetMapping("/handled")
  public String handled() {
    return AppRuntime.handlerCalls();
  }

  @PostMapping("/echo")
  public ResponseEntity<byte[]> echo(
      @RequestBody byte[] body, @RequestHeader("Content-Type") MediaType type) {
    return ResponseEntity.ok().contentType(type).body(body);
  }

  @PostMapping("/form")
  public String form(@RequestParam String name) {
    return name;
  }

  @GetMapping("/bytes")
  public ResponseEntity<byte[]> bytes() {
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(Content.TYPE))
        .eTag(Content.ETAG)
        .lastModified(0)
        .header("X-Twice", "one", "two")
        .body(Content.bytes());
  }

  @GetMapping("/boom")
  public String boom(HttpServletRequest request) {
    HeldResponses.untilReleased(request.getQueryString());
    throw new IllegalStateException("on purpose");
  }

  @GetMapping("/slow")
  public String slow(HttpServletRequest request, @RequestParam(defaultValue = "0") long ms)
      throws InterruptedException {
    HeldResponses.untilReleased(request.getQueryString());
    TimeUnit.MILLISECONDS.sleep(ms);
    return "slow";
  }

  @GetMapping("/release")
  public String release(@RequestParam int count) {
    return HeldResponses.release(count);
  }

  @GetMapping("/forward")
  public void forward(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    request.getRequestDispatcher("/orders/7").forward(request, response);
  }

  @GetMapping("/include")
  public void include(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.getOutputStream().print("before ");
    request.getRequestDispatcher("/orders/7").include(request, response);
    response.getOutputStream().print(" after");
  }

  @GetMapping("/error")
  public void error(HttpServletResponse response) throws IOException {
    response.sendError(500, "on purpose");
  }
}
