package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;

/** Formats an entry for another position in the file. */
final class EntryText {
  private EntryText() {}

  /** True if name and value start on one line, so that the value can follow another name. */
  static boolean isOnOneLine(Entry entry, SourceFile source) {
    return !entry.value().isBlockText()
        && source.line(entry.nameSpan().start()) == source.line(entry.value().extent().start());
  }

  /** The value alone. */
  static String ofValue(Entry entry, SourceFile source) {
    SourceSpan value = entry.value().extent();
    return source.slice(value.start(), value.end());
  }

  /** Name and value, with all lines but the first moved to the left by so many columns. */
  static String of(Entry entry, SourceFile source, int columns) {
    String name = entry.name().value();
    if (entry.value().isBlockText()) {
      // Text after a block scalar would become a part of it, so it gets quotes instead.
      LocatedText text = entry.value().text();
      String value = text == null ? "" : text.value();
      return name + ": '" + value.replace("'", "''") + "'";
    }
    if (isOnOneLine(entry, source)) {
      return name + ": " + shifted(ofValue(entry, source), columns);
    }
    int end = entry.value().extent().end();
    return name + shifted(source.slice(entry.nameSpan().end(), end), columns);
  }

  /** Moves all lines but the first to the left, as far as they are indented. */
  static String shifted(String text, int columns) {
    StringBuilder moved = new StringBuilder();
    int skip = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == ' ' && skip > 0) {
        skip--;
      } else {
        moved.append(each);
        skip = each == '\n' || each == '\r' ? columns : 0;
      }
    }
    return moved.toString();
  }
}
