package testapp.servlet;

import java.util.List;

/** The users of the secured pages and their passwords. */
public final class Members {
  public static final String ROLE = "member";
  public static final String REALM = "members";
  public static final List<String> NAMES = List.of("ann", "bob");

  private Members() {}

  public static String password(String name) {
    return "secret of " + name;
  }
}
