package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** One budget for each value of a variable in the path pattern of the rule. */
public final class PathVariableKey implements KeySource {
  private final String name;
  private final String shown;
  private final long tag;

  public PathVariableKey(String name) {
    this(name, name);
  }

  /** A key whose name messages show as {@code shownName}, because it comes from a variable. */
  public PathVariableKey(String name, String shownName) {
    this.name = name;
    shown = "path." + shownName;
    tag = KeyHash.tag("path." + name);
  }

  public String name() {
    return name;
  }

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    PathVariables variables = context.pathVariables();
    int variable = variables.indexOf(name);
    if (variable < 0) {
      return false;
    }
    hash.add(tag);
    if (variables.isAmbiguous()) {
      // Like a missing key: by client address, or one budget for all if the address is unknown.
      hash.add(-1);
      ClientIpKey.INSTANCE.addTo(hash, context);
      return true;
    }
    hash.add(variables.path(), variables.from(variable), variables.to(variable));
    return true;
  }

  @Override
  public @Nullable String value(KeyContext context) {
    PathVariables variables = context.pathVariables();
    int variable = variables.indexOf(name);
    return variable < 0 || variables.isAmbiguous()
        ? null
        : variables.path().substring(variables.from(variable), variables.to(variable));
  }

  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public boolean needs(KeyRequirement need) {
    return need == KeyRequirement.PATH_VARIABLES;
  }

  @Override
  public @Nullable String describe(KeyContext context) {
    if (context.pathVariables().isAmbiguous()) {
      return shown + " ambiguous, " + ClientIpKey.INSTANCE.describe(context);
    }
    String value = value(context);
    return value == null ? null : shown + "=" + value;
  }

  @Override
  public String toString() {
    return shown;
  }
}
