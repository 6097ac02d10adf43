package testapp.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;

/** Sets the encoding and wraps the request in a class of the application. */
public final class WrappingFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    request.setCharacterEncoding("UTF-8");
    response.setCharacterEncoding("UTF-8");
    request.setAttribute("wrapped", Wrapped.class);
    chain.doFilter(new Wrapped((HttpServletRequest) request), response);
  }

  private static final class Wrapped extends HttpServletRequestWrapper {
    Wrapped(HttpServletRequest request) {
      super(request);
    }
  }
}
