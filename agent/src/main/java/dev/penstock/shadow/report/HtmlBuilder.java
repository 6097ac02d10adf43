package dev.penstock.shadow.report;

import java.util.Locale;

/** Builds an HTML page; escapes everything that is added as text. */
final class HtmlBuilder {
  private final StringBuilder page = new StringBuilder();

  /** Adds markup as it is; never pass names or texts from outside. */
  HtmlBuilder raw(String markup) {
    page.append(markup);
    return this;
  }

  /** Adds a text, escaped. */
  HtmlBuilder text(String text) {
    page.append(escaped(text));
    return this;
  }

  /** Adds an element that contains a text. */
  HtmlBuilder element(String name, String text) {
    return raw("<" + name + ">").text(text).raw("</" + name + ">\n");
  }

  /** Adds an element with a CSS class that contains a text. */
  HtmlBuilder element(String name, String cssClass, String text) {
    return raw("<" + name + " class=\"" + cssClass + "\">").text(text).raw("</" + name + ">\n");
  }

  /** Adds a text, escaped, with the parts between backticks as code. */
  HtmlBuilder prose(String text) {
    String[] parts = escaped(text).split("`", -1);
    boolean paired = parts.length % 2 == 1;
    for (int i = 0; i < parts.length; i++) {
      boolean code = paired && i % 2 == 1;
      raw(code ? "<code>" + parts[i] + "</code>" : (paired || i == 0 ? "" : "`") + parts[i]);
    }
    return this;
  }

  static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    String plain = ReportFigures.plain(text);
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }

  /** Formats a length for a chart. */
  static String length(double length) {
    String text = String.format(Locale.ROOT, "%.2f", length);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
