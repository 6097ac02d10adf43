package dev.penstock.config;

/** The two sections of rules, and the words that each of them has. */
enum Section {
  /** Calls that others make to the application. */
  INBOUND("inbound"),

  /** Calls that the application makes to others. */
  OUTBOUND("outbound");

  private final String word;

  Section(String word) {
    this.word = word;
  }

  /** As it is written at the top level of a file. */
  String word() {
    return word;
  }

  /** The settings of a rule. */
  Vocabulary ruleKeys() {
    return this == INBOUND ? RuleParser.KEYS : OutboundWords.RULE;
  }

  /** The settings of one of several limits, or of the only one of a rule. */
  Vocabulary limitKeys() {
    return this == INBOUND ? QuotaParser.KEYS : OutboundWords.LIMIT;
  }

  /** The settings of a rule's candidate. */
  Vocabulary shadowKeys() {
    return this == INBOUND ? ShadowBlock.INBOUND : ShadowBlock.OUTBOUND;
  }

  /** The settings of a match that is a map. */
  Vocabulary matchKeys() {
    return this == INBOUND ? MatchList.KEYS : OutboundWords.MATCH;
  }

  /** What a key can be. */
  Vocabulary keySources() {
    return this == INBOUND ? KeyParser.SOURCES : OutboundKeys.SOURCES;
  }

  /** What can become of a call that lacks its key. */
  Vocabulary missingKeys() {
    return this == INBOUND ? QuotaParser.MISSING_KEYS : OutboundWords.MISSING_KEYS;
  }
}
