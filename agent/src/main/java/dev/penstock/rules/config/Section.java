package dev.penstock.rules.config;

import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.KeyParser;
import dev.penstock.rules.config.value.MatchListParser;
import dev.penstock.rules.config.value.OutboundKeys;
import dev.penstock.rules.config.value.OutboundVocabulary;
import dev.penstock.rules.config.value.QuotaParser;

/** The two sections of rules, and the words that each of them has. */
public enum Section {
  /** Calls that others make to the application. */
  INBOUND("inbound"),

  /** Calls that the application makes to others. */
  OUTBOUND("outbound");

  private final String word;

  Section(String word) {
    this.word = word;
  }

  /** As it is written at the top level of a file. */
  public String word() {
    return word;
  }

  /** The settings of a rule. */
  public Vocabulary ruleKeys() {
    return this == INBOUND ? RuleParser.KEYS : OutboundVocabulary.RULE;
  }

  /** The settings of one of several limits, or of the only one of a rule. */
  Vocabulary limitKeys() {
    return this == INBOUND ? QuotaParser.KEYS : OutboundVocabulary.LIMIT;
  }

  /** The settings of a rule's candidate. */
  Vocabulary shadowKeys() {
    return this == INBOUND ? ShadowBlockParser.INBOUND : ShadowBlockParser.OUTBOUND;
  }

  /** The settings of a match that is a map. */
  public Vocabulary matchKeys() {
    return this == INBOUND ? MatchListParser.KEYS : OutboundVocabulary.MATCH;
  }

  /** What a key can be. */
  public Vocabulary keySources() {
    return this == INBOUND ? KeyParser.SOURCES : OutboundKeys.SOURCES;
  }

  /** What can become of a call that lacks its key. */
  public Vocabulary missingKeys() {
    return this == INBOUND ? QuotaParser.MISSING_KEYS : OutboundVocabulary.MISSING_KEYS;
  }
}
