package dev.penstock.rules.key;

/** What has to be there before a key can be read. */
public enum KeyRequirement {
  /** The variables of the pattern that matched; nobody has to find them if not. */
  PATH_VARIABLES,

  /** The body, which only the first to ask can read. */
  FORM,

  /** Something that is not known from the start of every call. */
  PATIENCE,

  /** What will handle the call, in the framework's own words. */
  ROUTE,

  /** Who is calling, by the name the server knows. */
  USER
}
