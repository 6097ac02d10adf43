package testapp.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says which loaders it and the type of the request were loaded by. */
public final class Shelf extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().println(loaderOf(Shelf.class));
    response.getWriter().println(loaderOf(request.getClass()));
  }

  private static String loaderOf(Class<?> type) {
    return type.getClassLoader().getClass().getSimpleName();
  }
}
