package testapp.jaxrs;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/** The user of basic authentication; no user if the name is empty. */
final class UserSecurityContext implements SecurityContext {
  private final String name;

  UserSecurityContext(String name) {
    this.name = name;
  }

  @Override
  public Principal getUserPrincipal() {
    return name.isEmpty() ? null : () -> name;
  }

  @Override
  public boolean isUserInRole(String role) {
    return false;
  }

  @Override
  public boolean isSecure() {
    return false;
  }

  @Override
  public String getAuthenticationScheme() {
    return BASIC_AUTH;
  }
}
