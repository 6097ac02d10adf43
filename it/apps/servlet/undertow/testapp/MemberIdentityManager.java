package testapp;

import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import java.security.Principal;
import java.util.Set;
import testapp.servlet.Members;

/** The users of the secured pages, for Undertow. */
final class MemberIdentityManager implements IdentityManager {
  @Override
  public Account verify(Account account) {
    return account;
  }

  @Override
  public Account verify(String name, Credential credential) {
    return Members.NAMES.contains(name)
            && credential instanceof PasswordCredential password
            && new String(password.getPassword()).equals(Members.password(name))
        ? new Member(() -> name)
        : null;
  }

  @Override
  public Account verify(Credential credential) {
    return null;
  }

  private record Member(Principal principal) implements Account {
    @Override
    public Principal getPrincipal() {
      return principal;
    }

    @Override
    public Set<String> getRoles() {
      return Set.of(Members.ROLE);
    }
  }
}
