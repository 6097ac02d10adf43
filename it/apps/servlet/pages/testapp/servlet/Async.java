package testapp.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import testapp.Held;

/** Pages that answer later, in all the ways in which such a page can end. */
final class Async {
  private static final int SHORT_MILLIS = 50;
  private static final int MANY_LINES = 400;

  private Async() {}

  /** Goes on with another page. */
  static void dispatch(HttpServletRequest request, String path) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    Held.inBackground(
        () -> {
          Held.untilReleased(query);
          later.dispatch(path);
        });
  }

  /** Answers on another thread. */
  static void complete(HttpServletRequest request, HttpServletResponse response) {
    String query = request.getQueryString();
    AsyncContext later = request.startAsync();
    Held.inBackground(
        () -> {
          Held.untilReleased(query);
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
    Held.untilReleased(request.getQueryString());
    request.startAsync().setTimeout(SHORT_MILLIS);
    throw new ServletException("as asked");
  }

  /** Promises an answer for later and never gives it. */
  static void timeout(HttpServletRequest request, HttpServletResponse response) {
    Held.untilReleased(request.getQueryString());
    request.startAsync().setTimeout(SHORT_MILLIS);
  }

  /** Answers line by line for as long as somebody listens. */
  static void stream(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    Held.inBackground(
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

  /** Some containers have noticed as well that nobody listens, and have ended the request. */
  private static void end(AsyncContext later) {
    try {
      later.complete();
    } catch (IllegalStateException ended) {
      // That is what we wanted.
    }
  }
}
