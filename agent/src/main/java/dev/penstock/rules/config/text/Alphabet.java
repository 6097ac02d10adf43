package dev.penstock.rules.config.text;

/** The characters that a kind of word may contain. */
public enum Alphabet {
  /*
   * This package uses plain loops: it runs while an application starts, when the first regular
   * expression and the first stream each take milliseconds.
   */

  /** A number without sign, fraction or separators. */
  DIGITS(Letters.DIGITS),
  /** The name of a rule, which appears in quotes in header fields. */
  RULE_NAME(Letters.UPPER + Letters.LOWER + Letters.DIGITS + "-_."),
  /**
   * The prefix of keys in Redis. Braces are excluded, because they select the slot in a cluster.
   */
  KEY_PREFIX(Letters.UPPER + Letters.LOWER + Letters.DIGITS + "-_.:"),
  /** The name of a header field or a cookie (RFC 9110, section 5.6.2). */
  TOKEN(Letters.UPPER + Letters.LOWER + Letters.DIGITS + Letters.TOKEN_MARKS),
  /** A host name in lower case; not an IPv6 address in brackets. */
  HOST(Letters.LOWER + Letters.DIGITS + "-_."),
  /** A method. Tokens in lower case are valid methods too, but are mistakes in practice. */
  METHOD(Letters.UPPER + Letters.DIGITS + Letters.TOKEN_MARKS);

  private final String characters;

  Alphabet(String characters) {
    this.characters = characters;
  }

  /** True if the text is not empty and contains only these characters. */
  public boolean spells(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static final class Letters {
    static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    static final String DIGITS = "0123456789";
    static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
  }
}
