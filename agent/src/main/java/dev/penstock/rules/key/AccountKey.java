package dev.penstock.rules.key;

/** Decides whether a key names an account, which {@code reset-on} may clear. */
public final class AccountKey {
  /*
   * A successful response proves that the client owns the account that it named, and nothing more.
   * So a success may clear the count of that account, but not the count of an address: a client
   * that guesses passwords could clear its failures by logging in to an account of its own.
   *
   * Names an account: user, form.N, query.N, path.N, header.N, jwt.N, attribute.N.
   * Does not: ip, host, method, route, global; nor session and cookie.N, which identify a browser
   * that can try many accounts.
   */
  private AccountKey() {}

  /** True if a request can name an account by this key. */
  public static boolean canName(KeySource key) {
    if (key instanceof FirstPresentKey first) {
      return first.sources().stream().anyMatch(AccountKey::canName);
    }
    if (key instanceof CompositeKey composite) {
      return composite.sources().stream().anyMatch(AccountKey::canName);
    }
    if (key instanceof NamedValueKey value) {
      return value.part() != RequestPart.COOKIE;
    }
    return key == RequestPropertyKey.USER || key instanceof PathVariableKey;
  }

  /** True if this request names an account by this key. */
  public static boolean isNamed(KeySource key, KeyContext context) {
    if (key instanceof FirstPresentKey first) {
      for (KeySource source : first.sources()) {
        if (source.isPresent(context)) {
          return isNamed(source, context);
        }
      }
      return false;
    }
    if (key instanceof CompositeKey composite) {
      for (KeySource source : composite.sources()) {
        if (isNamed(source, context)) {
          return true;
        }
      }
      return false;
    }
    return canName(key) && key.isPresent(context);
  }
}
