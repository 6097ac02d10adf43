package testapp.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Returns the class loaders of this servlet and of the request object. */
public final class LoaderPage extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().println(loaderOf(LoaderPage.class));
    response.getWriter().println(loaderOf(request.getClass()));
  }

  private static String loaderOf(Class<?> type) {
    return type.getClassLoader().getClass().getSimpleName();
  }
}
