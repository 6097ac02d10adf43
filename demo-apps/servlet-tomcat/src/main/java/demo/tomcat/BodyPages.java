package demo.tomcat;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Pages that return the request body, each with another way of reading it. */
final class BodyPages {
  private BodyPages() {}

  static void stream(HttpServletRequest request, HttpServletResponse response) throws IOException {
    byte[] body = request.getInputStream().readAllBytes();
    response.getWriter().println(HexFormat.of().formatHex(body));
    parameters(request, response);
  }

  static void reader(HttpServletRequest request, HttpServletResponse response) throws IOException {
    var text = new StringWriter();
    request.getReader().transferTo(text);
    response.getWriter().println(text);
    parameters(request, response);
  }

  static void parameters(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().println(request.getCharacterEncoding());
    for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet()) {
      response.getWriter().println(each.getKey() + "=" + List.of(each.getValue()));
    }
  }

  /** Reads the parameters and then the rest of the body. */
  static void both(HttpServletRequest request, HttpServletResponse response) throws IOException {
    parameters(request, response);
    stream(request, response);
  }

  /** Reads the parts of a multipart form, and then the parameters. */
  static void parts(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      for (Part part : request.getParts()) {
        byte[] content = part.getInputStream().readAllBytes();
        response.getWriter().println(part.getName() + ": " + HexFormat.of().formatHex(content));
      }
    } catch (ServletException | IllegalStateException none) {
      response.getWriter().println(none.getClass().getSimpleName());
    }
    parameters(request, response);
  }

  /** Accepts a form with the correct password. */
  static void login(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if ("right".equals(request.getParameter("password"))) {
      response.getWriter().println("welcome " + request.getParameter("username"));
    } else {
      response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
    }
  }
}
