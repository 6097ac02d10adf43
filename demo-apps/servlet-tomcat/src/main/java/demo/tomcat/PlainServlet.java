package demo.tomcat;

import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** A {@code GenericServlet}, which does not depend on HTTP. */
final class PlainServlet extends GenericServlet {
  private static final long serialVersionUID = 7L;

  @Override
  public void service(ServletRequest request, ServletResponse response) throws IOException {
    response.setContentType("text/plain");
    response.getOutputStream().print("plain\n");
  }
}
