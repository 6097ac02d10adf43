package dev.penstock.shadow;

/** Counts calls by the decisions of the enforced rules and of the candidate. */
public record AgreementCounts(
    long bothAdmit, long onlyEnforcedRejects, long onlyCandidateRejects, long bothReject) {
  public static final AgreementCounts NONE = new AgreementCounts(0, 0, 0, 0);

  private static final double MILLION = 1_000_000;

  public long total() {
    return bothAdmit + onlyEnforcedRejects + onlyCandidateRejects + bothReject;
  }

  /** How many calls one side admits and the other rejects. */
  public long diverging() {
    return onlyEnforcedRejects + onlyCandidateRejects;
  }

  /** The share of diverging calls, in parts per million. */
  public double divergingPpm() {
    return total() == 0 ? 0 : MILLION * diverging() / total();
  }

  public AgreementCounts plus(AgreementCounts other) {
    return new AgreementCounts(
        bothAdmit + other.bothAdmit,
        onlyEnforcedRejects + other.onlyEnforcedRejects,
        onlyCandidateRejects + other.onlyCandidateRejects,
        bothReject + other.bothReject);
  }
}
