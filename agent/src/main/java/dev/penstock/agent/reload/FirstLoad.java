package dev.penstock.agent.reload;

/** What happens to the application if the first attempt to load the rules fails. */
public enum FirstLoad {
  /** It starts without limits, and gets them when the rules can be read. */
  OPTIONAL("nothing is limited"),
  /** It is not started: the agent option {@code strict}. */
  REQUIRED("the application is not started");

  private final String consequence;

  FirstLoad(String consequence) {
    this.consequence = consequence;
  }

  /** The end of a sentence. */
  String consequence() {
    return consequence;
  }

  /** The whole message if there is no file to load. */
  String words(NoRulesMessage message) {
    if (this == REQUIRED) {
      return message.problem() + ". The application is not started. " + message.help();
    }
    return message.isExpected()
        ? "no rules yet, nothing is limited; keeps looking for " + message.searched()
        : message.problem()
            + ". Nothing is limited; Penstock checks twice a second and applies the rules as soon"
            + " as it can read them. "
            + message.help();
  }
}
