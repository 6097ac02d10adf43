package testapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Executes the commands of the test. */
final class Control extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Deployment deployment;

  Control(Deployment deployment) {
    this.deployment = deployment;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().print(done(request.getPathInfo()));
  }

  private Object done(String command) throws IOException {
    return switch (command) {
      case "/deploy" -> deployment.deploy();
      case "/hold" -> deployment.hold();
      case "/undeploy" -> deployment.undeploy();
      case "/alive" -> deployment.loadersAlive();
      default -> throw new IllegalArgumentException(command);
    };
  }
}
