package dev.penstock.agent.reload;

/** What happens to the application if the first load of the rules fails. */
public enum FirstLoad {
  /** It starts without limits; they apply as soon as the rules can be read. */
  OPTIONAL("nothing is limited"),
  /** It does not start, because of the agent option {@code strict}. */
  REQUIRED("the application is not started");

  private final String consequence;

  FirstLoad(String consequence) {
    this.consequence = consequence;
  }

  /** Returns the consequence as the end of a sentence. */
  String consequence() {
    return consequence;
  }

  /** Returns the whole message for a missing or unreadable file. */
  String message(NoRulesMessage noRules) {
    if (this == REQUIRED) {
      return noRules.problem() + ". The application is not started. " + noRules.help();
    }
    return noRules.isExpected()
        ? "no rules file found, nothing is limited. Penstock checks twice a second for "
            + noRules.searched()
        : noRules.problem()
            + ". Nothing is limited; Penstock checks twice a second and applies the rules as soon"
            + " as it can read them. "
            + noRules.help();
  }
}
