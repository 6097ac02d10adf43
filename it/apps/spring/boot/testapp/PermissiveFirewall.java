package testapp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.stereotype.Component;

/** Accepts every request, as in an application without Spring Security. */
@Component
public class PermissiveFirewall implements HttpFirewall {
  @Override
  public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
    return new FirewalledRequest(request) {
      @Override
      public void reset() {}
    };
  }

  @Override
  public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
    return response;
  }
}
