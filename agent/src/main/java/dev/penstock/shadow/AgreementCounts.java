package dev.penstock.shadow;

/** How often the rules in force and their candidate made the same of a call, and how often not. */
public record AgreementCounts(
    long bothAdmit, long onlyOldRejects, long onlyNewRejects, long bothReject) {
  public static final AgreementCounts NONE = new AgreementCounts(0, 0, 0, 0);

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

  public AgreementCounts plus(AgreementCounts other) {
    return new AgreementCounts(
        bothAdmit + other.bothAdmit,
        onlyOldRejects + other.onlyOldRejects,
        onlyNewRejects + other.onlyNewRejects,
        bothReject + other.bothReject);
  }
}
