package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SourceFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies top-level blocks such as {@code store} from the active rules file into the text of a
 * candidate.
 */
final class BlockTransfer {
  private final LocatedValue active;
  private final SourceFile source;

  /** Copies from the active file with this content. */
  BlockTransfer(LocatedValue active, SourceFile source) {
    this.active = active;
    this.source = source;
  }

  /**
   * Copies the blocks into a candidate; false if a file is in brackets, so that lines cannot be
   * copied.
   */
  boolean into(LocatedValue candidate, TextEdits edits, List<String> blocks) {
    if (active.isInBrackets() || candidate.isInBrackets()) {
      return false;
    }
    SourceFile to = edits.source();
    StringBuilder atEnd = new StringBuilder();
    for (String block : blocks) {
      Entry wanted = entry(active, block);
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

  /** All lines of an entry, with the comments in and after it. */
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
