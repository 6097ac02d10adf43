package testapp.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Fails with an exception class of the application. */
public final class FailingPage extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    throw new OwnException();
  }

  private static final class OwnException extends ServletException {
    private static final long serialVersionUID = 1L;
  }
}
