package dev.penstock.shadow;

/** How often the rules in force and their candidate made the same of a call, and how often not. */
public record Counts(long bothAdmit, long onlyOldRejects, long onlyNewRejects, long bothReject) {
  public static final Counts NONE = new Counts(0, 0, 0, 0);

  private static final double MILLION = 1_000_000;

  public long total() {
    return bothAdmit + onlyOldRejects + onlyNewRejects + bothReject;
  }

  public long diverging() {
    return onlyOldRejects + onlyNewRejects;
  }

  /** How many of a million calls diverge. */
  public double divergingPpm() {
    return total() == 0 ? 0 : MILLION * diverging() / total();
  }

  public Counts plus(Counts other) {
    return new Counts(
        bothAdmit + other.bothAdmit,
        onlyOldRejects + other.onlyOldRejects,
        onlyNewRejects + other.onlyNewRejects,
        bothReject + other.bothReject);
  }
}
