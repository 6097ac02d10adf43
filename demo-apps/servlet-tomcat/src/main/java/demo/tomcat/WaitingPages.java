package demo.tomcat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Pages that wait until they are released, one for each way in which a page can end. */
final class WaitingPages {
  private static final long LONGEST_SECONDS = 20;
  private static final int SHORT_MILLIS = 50;
  private static final int MANY_LINES = 400;
  private static final Semaphore RELEASES = new Semaphore(0);

  private WaitingPages() {}

  /** Releases the number of pages that the request names. */
  static void release(HttpServletRequest request, HttpServletResponse response) throws IOException {
    RELEASES.release(Integer.parseInt(request.getParameter("count")));
    response.getWriter().println("released");
  }

  /** Returns the number of waiting pages. */
  static void count(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().print(RELEASES.getQueueLength());
  }

  static void plain(HttpServletRequest request, HttpServletResponse response) throws IOException {
    await();
    response.getWriter().println("waited");
  }

  static void failing(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    await();
    throw new ServletException("on purpose");
  }

  /** Writes the response on another thread. */
  static void async(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    inBackground(
        () -> {
          await();
          try {
            response.getWriter().println("waited");
          } catch (IOException disconnected) {
            throw new UncheckedIOException(disconnected);
          }
          later.complete();
        });
  }

  /** Dispatches to a page that fails, after another thread has waited. */
  static void asyncToFailure(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    inBackground(
        () -> {
          await();
          later.dispatch("/fails");
        });
  }

  /** Waits, and fails after it has started asynchronous processing. */
  static void asyncThenFailing(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    await();
    request.startAsync();
    throw new ServletException("on purpose");
  }

  /** Starts asynchronous processing and never completes it. */
  static void forgotten(HttpServletRequest request, HttpServletResponse response) {
    await();
    request.startAsync().setTimeout(SHORT_MILLIS);
  }

  /** Sends one line at a time until the client disconnects. */
  static void stream(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    inBackground(
        () -> {
          try {
            for (int line = 0; line < MANY_LINES; line++) {
              response.getOutputStream().println("line " + line);
              response.flushBuffer();
              TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS);
            }
            later.complete();
          } catch (IOException disconnected) {
            // The container also detects the disconnect and ends the request.
          } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static void await() {
    try {
      if (!RELEASES.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("this page was not released in time");
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static void inBackground(Runnable work) {
    var thread = new Thread(work, "background");
    thread.setDaemon(true);
    thread.start();
  }
}
