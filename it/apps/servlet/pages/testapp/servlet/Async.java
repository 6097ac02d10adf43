package testapp.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import testapp.HeldResponses;

/** Pages that answer later, in all the ways in which such a page can end. */
final class Async {
  private static final int SHORT_MILLIS = 50;
  private static final int MANY_LINES = 400;

  private Async() {}

  /** Goes on with another page. */
  static void dispatch(HttpServletRequest request, String path) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          later.dispatch(path);
        });
  }

  /** Answers on another thread. */
  static void complete(HttpServletRequest request, HttpServletResponse response) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    HeldResponses.inBackground(
        () -> {
          HeldResponses.untilReleased(query);
          try {
            response.getWriter().print("completed");
          } catch (IOException gone) {
            throw new UncheckedIOException(gone);
          }
          later.complete();
        });
  }

  /** Fails only when it has promised an answer for later; some containers wait for that. */
  static void thenBoom(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    HeldResponses.untilReleased(request.getQueryString());
    request.startAsync().setTimeout(SHORT_MILLIS);
    throw new ServletException("as asked");
  }

  /** Promises an answer for later and never gives it. */
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
          } catch (IOException gone) {
            end(later);
          } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Some containers have already ended the request, because they noticed the disconnect too. */
  private static void end(AsyncContext later) {
    try {
      later.complete();
    } catch (IllegalStateException ended) {
      // The request has already ended.
    }
  }
}
