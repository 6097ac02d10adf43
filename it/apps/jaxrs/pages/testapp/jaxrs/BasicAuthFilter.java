package testapp.jaxrs;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Sets the user from the Basic authentication header without checking the password. */
@Provider
public class BasicAuthFilter implements ContainerRequestFilter {
  private static final String SCHEME = "Basic ";

  @Override
  public void filter(ContainerRequestContext request) {
    request.setSecurityContext(
        new UserSecurityContext(nameIn(request.getHeaderString(HttpHeaders.AUTHORIZATION))));
  }

  private static String nameIn(String header) {
    if (header == null || !header.startsWith(SCHEME)) {
      return "";
    }
    byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()));
    String pair = new String(decoded, StandardCharsets.UTF_8);
    return pair.substring(0, pair.indexOf(':'));
  }
}
