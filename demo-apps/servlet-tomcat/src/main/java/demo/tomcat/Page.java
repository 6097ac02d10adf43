package demo.tomcat;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet that handles every method in the same way. */
final class Page extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Handler handler;

  Page(Handler handler) {
    this.handler = handler;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.setContentType("text/plain");
    response.setCharacterEncoding("UTF-8");
    handler.handle(request, response);
  }

  /** Writes the response of a page. */
  interface Handler {
    void handle(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException;
  }
}
