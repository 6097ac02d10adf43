package testapp;

import com.sun.net.httpserver.BasicAuthenticator;

/** Lets in whoever knows what the members know. */
final class Members extends BasicAuthenticator {
  Members() {
    super("members");
  }

  @Override
  public boolean checkCredentials(String name, String password) {
    return password.equals("secret of " + name);
  }
}
