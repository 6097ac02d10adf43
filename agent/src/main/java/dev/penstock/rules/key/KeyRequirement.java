package dev.penstock.rules.key;

/** What a key source needs before it can be read. */
public enum KeyRequirement {
  /** The variables of the pattern that matched; otherwise they need not be extracted. */
  PATH_VARIABLES,

  /** The form in the request body, which can be read only once. */
  FORM,

  /** A value that is not always known when the call arrives, so that its rule may be deferred. */
  PATIENCE,

  /** The route as the framework names it. */
  ROUTE,

  /** The authenticated user as the server names it. */
  USER
}
