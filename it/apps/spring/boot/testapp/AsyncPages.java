package testapp;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Asynchronous pages, one for each way in which such a page can end. */
@RestController
@RequestMapping("/async")
public class AsyncPages {
  private static final long SHORT_MILLIS = 50;
  private static final int MANY_LINES = 400;

  @GetMapping("/dispatch")
  public Callable<String> dispatch(HttpServletRequest request) {
    String query = request.getQueryString();
    return () -> {
      HeldResponses.untilReleased(query);
      return AppRuntime.countHandler("order 7");
    };
  }

  @GetMapping("/then-boom")
  public Callable<String> thenBoom(HttpServletRequest request) {
    String query = request.getQueryString();
    return () -> {
      HeldResponses.untilReleased(query);
      throw new IllegalStateException("on purpose");
    };
  }

  @GetMapping("/complete")
  public DeferredResult<String> complete(HttpServletRequest request) {
    String query = request.getQueryString();
    var later = new DeferredResult<String>();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          later.setResult("completed");
        });
    return later;
  }

  @GetMapping("/to-boom")
  public DeferredResult<String> toBoom(HttpServletRequest request) {
    String query = request.getQueryString();
    var later = new DeferredResult<String>();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          later.setErrorResult(new IllegalStateException("on purpose"));
        });
    return later;
  }

  /** Starts an asynchronous response and never completes it. */
  @GetMapping("/timeout")
  public DeferredResult<String> timeout(HttpServletRequest request) {
    HeldResponses.untilReleased(request.getQueryString());
    return new DeferredResult<>(SHORT_MILLIS);
  }

  /** Sends one line at a time until the client disconnects. */
  @GetMapping("/stream")
  public StreamingResponseBody stream() {
    return out -> {
      for (int line = 0; line < MANY_LINES; line++) {
        out.write(("line " + line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        pause();
      }
    };
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
