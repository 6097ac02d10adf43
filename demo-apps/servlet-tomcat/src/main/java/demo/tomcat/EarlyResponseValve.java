package demo.tomcat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** A valve that processes a request before any filter or servlet. */
final class EarlyResponseValve extends ValveBase {
  EarlyResponseValve() {
    super(/* asyncSupported= */ true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    request.setAttribute("tenant", request.getHeader("X-Tenant"));
    // Commits the response, so that it can no longer be rejected.
    if (request.getRequestURI().startsWith("/committed")) {
      response.setContentType("text/plain");
      response.getWriter().println("early");
      response.flushBuffer();
    }
    getNext().invoke(request, response);
  }
}
