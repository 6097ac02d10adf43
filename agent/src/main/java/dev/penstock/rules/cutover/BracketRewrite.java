package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Edits a map in brackets, whose entries are separated by commas. */
final class BracketRewrite implements MapRewrite {
  /*
   * An entry is removed with one comma: the one before it, or the one after it if all entries
   * before it are removed too. If nothing else is on its lines, they are removed as a whole. A
   * comma that then remains before the closing bracket is valid YAML.
   */
  private final List<Entry> entries;
  private final TextEdits edits;
  private final CommentLines comments;
  private final SourceFile source;
  private final Set<Integer> removed = new HashSet<>();

  BracketRewrite(List<Entry> entries, TextEdits edits, CommentLines comments) {
    this.entries = entries;
    this.edits = edits;
    this.comments = comments;
    source = edits.source();
  }

  @Override
  public void remove(Entry entry) {
    removed.add(entries.indexOf(entry));
  }

  @Override
  public void removeWhole(Entry entry) {
    remove(entry);
  }

  @Override
  public void replace(Entry own, Entry by) {
    SourceSpan value = own.value().extent();
    edits.replace(value.start(), value.end(), EntryText.ofValue(by, source));
  }

  @Override
  public void dissolve(Entry holder, List<Entry> moved) {
    if (moved.isEmpty()) {
      remove(holder);
      return;
    }
    List<String> texts = new ArrayList<>();
    for (Entry entry : moved) {
      texts.add(EntryText.of(entry, source, /* columns= */ 0));
    }
    SourceSpan extent = holder.extent();
    edits.replace(extent.start(), extent.end(), String.join(", ", texts));
  }

  @Override
  public void finish() {
    boolean keptBefore = false;
    for (int i = 0; i < entries.size(); i++) {
      if (!removed.contains(i)) {
        keptBefore = true;
      } else if (hasItsLines(i)) {
        removeLines(entries.get(i));
      } else if (keptBefore) {
        removeWithComma(i, entries.get(i - 1).extent().end(), entries.get(i).extent().start());
      } else if (i + 1 < entries.size()) {
        removeWithComma(i, entries.get(i).extent().end(), entries.get(i + 1).extent().start());
      } else {
        edits.remove(entries.get(i).extent().start(), entries.get(i).extent().end());
      }
    }
  }

  /** Removes an entry and the comma in the gap before or after it. */
  private void removeWithComma(int i, int gapStart, int gapEnd) {
    SourceSpan entry = entries.get(i).extent();
    if (source.line(gapStart) == source.line(gapEnd)) {
      edits.remove(Math.min(entry.start(), gapStart), Math.max(entry.end(), gapEnd));
      return;
    }
    int comma = commaIn(gapStart, gapEnd);
    edits.remove(comma, Math.min(comma + 1, gapEnd));
    edits.remove(entry.start(), entry.end());
  }

  /** The comma between two entries, outside of comments; the end if there is none. */
  private int commaIn(int start, int end) {
    boolean inComment = false;
    for (int i = start; i < end; i++) {
      int each = source.codePoint(i);
      if (each == '\n' || each == '\r') {
        inComment = false;
      } else if (each == '#') {
        inComment = true;
      } else if (each == ',' && !inComment) {
        return i;
      }
    }
    return end;
  }

  /** True if the lines of an entry contain nothing else but its comma and a comment. */
  private boolean hasItsLines(int i) {
    SourceSpan entry = entries.get(i).extent();
    String before = source.slice(source.startOfLine(source.line(entry.start())), entry.start());
    int end = entry.end();
    while (end < source.length() && CommentLines.isBlank(source.codePoint(end))) {
      end++;
    }
    boolean hasComma = end < source.length() && source.codePoint(end) == ',';
    return before.isBlank()
        && (hasComma || i == entries.size() - 1)
        && comments.isRestBlankOrComment(hasComma ? end + 1 : entry.end());
  }

  private void removeLines(Entry entry) {
    int first = source.line(entry.extent().start());
    int last = source.line(entry.extent().end() - 1);
    edits.replace(
        source.startOfLine(first), source.startOfNext(last), comments.among(first + 1, last));
  }
}
