package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.SourceFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects edits of a text and applies them all at once. The rest of the text stays unchanged. */
final class TextEdits {
  private final SourceFile source;
  private final List<Edit> edits = new ArrayList<>();

  TextEdits(SourceFile source) {
    this.source = source;
  }

  SourceFile source() {
    return source;
  }

  void replace(int start, int end, String by) {
    edits.add(new Edit(start, end, by));
  }

  void insert(int at, String text) {
    if (!text.isEmpty()) {
      edits.add(new Edit(at, at, text));
    }
  }

  void remove(int start, int end) {
    edits.add(new Edit(start, end, ""));
  }

  /** Applies all edits. Where two overlap, the text of both is inserted. */
  String apply() {
    edits.sort(Comparator.comparingInt(Edit::start).thenComparingInt(Edit::end));
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (Edit edit : edits) {
      text.append(source.slice(at, Math.max(at, edit.start()))).append(edit.by());
      at = Math.max(at, edit.end());
    }
    return text.append(source.slice(at, source.length())).toString();
  }

  private record Edit(int start, int end, String by) {}
}
