package dev.penstock.instrument;

/**
 * A call as it was met first, and what was kept with it to be gone on with.
 *
 * @param visit the call as it was then
 * @param kept what {@link Visit#keep} was given
 */
public record FirstLook(Visit visit, Object kept) {
  /** The attribute of a request that holds it, where requests have attributes of their own. */
  public static final String MARK = "dev.penstock.decided";
}
