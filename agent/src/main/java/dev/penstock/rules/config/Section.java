package dev.penstock.rules.config;

import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.KeyParser;
import dev.penstock.rules.config.value.MatchListParser;
import dev.penstock.rules.config.value.OutboundKeys;
import dev.penstock.rules.config.value.OutboundVocabulary;
import dev.penstock.rules.config.value.QuotaParser;

/** The two sections of rules, with the settings that each of them accepts. */
public enum Section {
  /** Requests to the application. */
  INBOUND("inbound"),

  /** Calls of the application to other services. */
  OUTBOUND("outbound");

  private final String word;

  Section(String word) {
    this.word = word;
  }

  /** The name of the section in a rules file. */
  public String word() {
    return word;
  }

  /** The settings of a rule. */
  public Vocabulary ruleKeys() {
    return this == INBOUND ? RuleParser.KEYS : OutboundVocabulary.RULE;
  }

  /** The settings of a limit. */
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

  /** The key sources. */
  public Vocabulary keySources() {
    return this == INBOUND ? KeyParser.SOURCES : OutboundKeys.SOURCES;
  }

  /** The values of {@code on-missing-key}. */
  public Vocabulary missingKeys() {
    return this == INBOUND ? QuotaParser.MISSING_KEYS : OutboundVocabulary.MISSING_KEYS;
  }
}
