package dev.penstock.rules.key;

/** One budget for each HTTP method. */
public enum MethodKey implements KeySource {
  INSTANCE;

  /*
   * A client can invent methods, and a handler that ignores the method accepts them. So all
   * non-standard methods share one budget; otherwise every invented method would get a new one.
   */
  private static final String[] STANDARD = {
    "GET",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "PROPFIND",
    "PROPPATCH",
    "QUERY",
    "REPORT",
    "SEARCH",
    "UNLOCK"
  };
  private static final String OTHER = "OTHER";

  private static final long TAG = KeyHash.tag("method");

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    hash.add(TAG);
    hash.add(value(context));
    return true;
  }

  @Override
  public String value(KeyContext context) {
    String method = context.call().method();
    for (String standard : STANDARD) {
      if (standard.equalsIgnoreCase(method)) {
        return standard;
      }
    }
    return OTHER;
  }

  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public String describe(KeyContext context) {
    return "method=" + value(context);
  }

  @Override
  public String toString() {
    return "method";
  }
}
