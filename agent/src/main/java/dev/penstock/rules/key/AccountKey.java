package dev.penstock.rules.key;

/** Tells whether a key names an account. */
public final class AccountKey {
  /*
   * A successful answer proves that the client owns the account it has named, and nothing more. So
   * a success may clear what was spent by that account, but not what was spent by an address: a
   * client that guesses passwords can have an account of its own, and would clear its guesses by
   * signing in there.
   *
   * These name an account: user, form.N, query.N, path.N, header.N, jwt.N, attribute.N.
   * These do not: ip, host, method, route, global; nor session and cookie.N, which name a browser
   * that can try many accounts.
   */
  private AccountKey() {}

  /** True if some requests name an account by this key. */
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
