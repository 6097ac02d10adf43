package dev.penstock.instrument;

/** A call as it was met first, and what was kept with it to be gone on with. */
public final class FirstLook {
  /** The attribute of a request that holds it, where requests have attributes of their own. */
  public static final String MARK = "dev.penstock.decided";

  private final Visit visit;
  private final Object kept;
  private volatile String way = "";

  /**
   * @param visit the call as it was then
   * @param kept what {@link Visit#keep} was given
   */
  public FirstLook(Visit visit, Object kept) {
    this.visit = visit;
    this.kept = kept;
  }

  public Visit visit() {
    return visit;
  }

  public Object kept() {
    return kept;
  }

  /** What is known of the call's route, where that is found out step by step; empty at first. */
  public String way() {
    return way;
  }

  /** Notes the way that the call has come so far. */
  public void noteWay(String soFar) {
    way = soFar;
  }
}
