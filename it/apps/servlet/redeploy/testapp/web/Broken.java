package testapp.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Fails with an exception of the application's own. */
public final class Broken extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    throw new Sorry();
  }

  private static final class Sorry extends ServletException {
    private static final long serialVersionUID = 1L;
  }
}
