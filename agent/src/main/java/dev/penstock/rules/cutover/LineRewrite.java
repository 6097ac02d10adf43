package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;
import java.util.List;

/** Edits a map whose entries are on separate lines. */
final class LineRewrite implements MapRewrite {
  private final TextEdits edits;
  private final CommentLines comments;
  private final SourceFile source;

  LineRewrite(TextEdits edits, CommentLines comments) {
    this.edits = edits;
    this.comments = comments;
    source = edits.source();
  }

  @Override
  public void remove(Entry entry) {
    replaceLines(entry, comments.among(firstLine(entry) + 1, lastLine(entry)));
  }

  @Override
  public void removeWhole(Entry entry) {
    replaceLines(entry, "");
  }

  private void replaceLines(Entry entry, String by) {
    edits.replace(source.startOfLine(firstLine(entry)), source.startOfNext(lastLine(entry)), by);
  }

  @Override
  public void replace(Entry own, Entry by) {
    edits.insert(
        source.startOfLine(firstLine(own)), comments.among(firstLine(own) + 1, lastLine(own)));
    if (EntryText.isOnOneLine(own, source) && EntryText.isOnOneLine(by, source)) {
      SourceSpan value = own.value().extent();
      edits.replace(value.start(), value.end(), EntryText.ofValue(by, source));
      return;
    }
    String text = EntryText.of(by, source, columnsBetween(own, by));
    edits.replace(own.extent().start(), own.extent().end(), text);
  }

  @Override
  public void dissolve(Entry holder, List<Entry> moved) {
    List<Entry> held = holder.value().entries();
    StringBuilder text = new StringBuilder();
    int line = firstLine(holder) + 1;
    for (Entry entry : held == null ? List.<Entry>of() : held) {
      addComments(line, firstLine(entry) - 1, holder, entry, text);
      if (moved.contains(entry)) {
        add(entry, holder, text);
      }
      line = Math.max(line, lastLine(entry) + 1);
    }
    addComments(line, lastLine(holder), holder, holder, text);
    replaceLines(holder, text.toString());
  }

  /** Adds comment lines between entries, indented like the lines around the map. */
  private void addComments(int first, int last, Entry holder, Entry next, StringBuilder to) {
    int columns = columnsBetween(holder, next);
    to.append(EntryText.shifted("\n" + comments.among(first, last), columns).substring(1));
  }

  private void add(Entry entry, Entry holder, StringBuilder to) {
    int end = entry.extent().end();
    boolean hasComment = !holder.value().isInBrackets() && comments.isRestBlankOrComment(end);
    to.append(source.slice(source.startOfLine(firstLine(holder)), holder.extent().start()))
        .append(EntryText.of(entry, source, columnsBetween(holder, entry)))
        .append(hasComment ? source.slice(end, source.endOfLine(source.line(end))) : "")
        .append(lineBreak(firstLine(holder)));
  }

  /** The line break of this line, or of the nearest line before it that has one. */
  private String lineBreak(int line) {
    for (int each = line; each > 0; each--) {
      if (!source.breakAfter(each).isEmpty()) {
        return source.breakAfter(each);
      }
    }
    return "\n";
  }

  @Override
  public void finish() {
    // Entries on separate lines have no commas to fix.
  }

  /** The columns between both entries if the right one is the first on its line; otherwise 0. */
  private int columnsBetween(Entry left, Entry right) {
    int start = source.startOfLine(firstLine(right));
    String before = source.slice(start, right.extent().start());
    return before.isBlank() ? Math.max(0, column(right) - column(left)) : 0;
  }

  private int column(Entry entry) {
    int start = entry.extent().start();
    return start - source.startOfLine(source.line(start));
  }

  private int firstLine(Entry entry) {
    return source.line(entry.extent().start());
  }

  private int lastLine(Entry entry) {
    return source.line(entry.extent().end() - 1);
  }
}
