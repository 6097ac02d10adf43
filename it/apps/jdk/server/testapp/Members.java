package testapp;

import com.sun.net.httpserver.BasicAuthenticator;

/** Accepts users with the correct password. */
final class Members extends BasicAuthenticator {
  Members() {
    super("members");
  }

  @Override
  public boolean checkCredentials(String name, String password) {
    return password.equals("secret of " + name);
  }
}
