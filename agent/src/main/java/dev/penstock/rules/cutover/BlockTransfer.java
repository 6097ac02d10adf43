package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SourceFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the text of a candidate blocks of the file whose place it is to take, such as {@code
 * store}.
 */
final class BlockTransfer {
  private final LocatedValue inForce;
  private final SourceFile source;

  /** From the file in force, as it is written. */
  BlockTransfer(LocatedValue inForce, SourceFile source) {
    this.inForce = inForce;
    this.source = source;
  }

  /** Changes a candidate; false if that cannot be done line by line. */
  boolean into(LocatedValue candidate, TextEdits edits, List<String> blocks) {
    if (inForce.isInBrackets() || candidate.isInBrackets()) {
      return false;
    }
    SourceFile to = edits.source();
    StringBuilder atEnd = new StringBuilder();
    for (String block : blocks) {
      Entry wanted = entry(inForce, block);
      Entry own = entry(candidate, block);
      String lines = wanted == null ? "" : lines(wanted);
      if (own == null) {
        atEnd.append(lines);
      } else {
        int first = to.line(own.extent().start());
        int last = to.line(own.extent().end() - 1);
        edits.replace(to.startOfLine(first), to.startOfNext(last), lines);
      }
    }
    if (!atEnd.isEmpty()) {
      edits.insert(to.length(), lineBreakAtEnd(to) + atEnd);
    }
    return true;
  }

  /** All lines that it stands on, with the comments behind and between. */
  private String lines(Entry entry) {
    int first = source.line(entry.extent().start());
    int last = source.line(entry.extent().end() - 1);
    return source.slice(source.startOfLine(first), source.endOfLine(last)) + "\n";
  }

  private static String lineBreakAtEnd(SourceFile to) {
    int last = to.line(to.length());
    return to.startOfLine(last) == to.length() ? "" : "\n";
  }

  private static @Nullable Entry entry(LocatedValue root, String name) {
    List<Entry> entries = root.entries();
    for (Entry entry : entries == null ? List.<Entry>of() : entries) {
      if (entry.name().value().equals(name)) {
        return entry;
      }
    }
    return null;
  }
}
