package dev.penstock.agent;

import dev.penstock.command.Steps;
import java.io.File;
import org.jspecify.annotations.Nullable;

/** What only the command line can have done. */
final class CommandSteps implements Steps {
  private final RulesWatch rules;

  CommandSteps(RulesWatch rules) {
    this.rules = rules;
  }

  @Override
  public @Nullable String takeRules(String file, @Nullable String shadow) {
    return rules.follow(new File(file).getAbsoluteFile(), shadow);
  }

  @Override
  public @Nullable String consoleUrl() {
    return null;
  }
}
