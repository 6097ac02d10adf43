package testapp.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Answers on another thread. */
public final class Later extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync(request, response);
    later.start(
        () -> {
          try {
            response.getWriter().print("at last");
          } catch (IOException gone) {
            throw new UncheckedIOException(gone);
          }
          later.complete();
        });
  }
}
