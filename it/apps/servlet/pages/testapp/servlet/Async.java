package testapp.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import testapp.HeldResponses;

/** Asynchronous pages, one for each way in which such a page can end. */
final class Async {
  private static final int SHORT_MILLIS = 50;
  private static final int MANY_LINES = 400;

  private Async() {}

  /** Dispatches to another page. */
  static void dispatch(HttpServletRequest request, String path) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          later.dispatch(path);
        });
  }

  /** Responds on another thread. */
  static void complete(HttpServletRequest request, HttpServletResponse response) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          try {
            response.getWriter().print("completed");
          } catch (IOException disconnected) {
            throw new UncheckedIOException(disconnected);
          }
          later.complete();
        });
  }

  /** Fails after it has started an asynchronous response, which some containers wait for. */
  static void thenBoom(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    HeldResponses.untilReleased(request.getQueryString());
    request.startAsync().setTimeout(SHORT_MILLIS);
    throw new ServletException("on purpose");
  }

  /** Starts an asynchronous response and never completes it. */
  static void timeout(HttpServletRequest request, HttpServletResponse response) {
    HeldResponses.untilReleased(request.getQueryString());
    request.startAsync().setTimeout(SHORT_MILLIS);
  }

  /** Sends one line at a time until the client disconnects. */
  static void stream(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    HeldResponses.inBackground(
        () -> {
          try {
            for (int line = 0; line < MANY_LINES; line++) {
              response.getOutputStream().println("line " + line);
              response.flushBuffer();
              TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS);
            }
            later.complete();
          } catch (IOException disconnected) {
            end(later);
          } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Some containers have already ended the request, because they also detect the disconnect. */
  private static void end(AsyncContext later) {
    try {
      later.complete();
    } catch (IllegalStateException ended) {
      // The request has already ended.
    }
  }
}
