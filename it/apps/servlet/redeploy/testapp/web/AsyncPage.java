package testapp.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Responds on another thread. */
public final class AsyncPage extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync(request, response);
    later.start(
        () -> {
          try {
            response.getWriter().print("at last");
          } catch (IOException disconnected) {
            throw new UncheckedIOException(disconnected);
          }
          later.complete();
        });
  }
}
