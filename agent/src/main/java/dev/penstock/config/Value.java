package dev.penstock.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A text, a list or a map in the file, and its place. Whoever asks for the wrong one gets null. */
final class Value {
  private static final String MISSING = "a value is missing here";
  private static final String MISSING_HELP = "write one, or remove the name before it as well";

  private final Node node;
  private final String path;
  private final Origin origin;
  private final boolean readable;

  /** Made once, so that whoever comes second does not find them to be aliases. */
  private @Nullable List<Value> items;

  private @Nullable List<Entry> entries;

  /** The root of a file. */
  Value(Node node, Origin origin) {
    this(node, /* path= */ "", origin);
  }

  private Value(Node node, String path, Origin origin) {
    this.node = node;
    this.path = path;
    this.origin = origin;
    readable = origin.isNew(node);
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  boolean isMap() {
    return node instanceof MappingNode;
  }

  /** True if this is {@code true} without quotes. */
  boolean isTrue() {
    return node instanceof ScalarNode scalar
        && scalar.isPlain()
        && scalar.getValue().equals("true");
  }

  /** True for a text that stands in the file itself, and does not come from a variable. */
  boolean isWrittenOut() {
    return node instanceof ScalarNode scalar && !scalar.getValue().contains("${");
  }

  /** True if a text in it, at any depth, comes from a variable. */
  boolean hasVariables() {
    List<Span> texts = new ArrayList<>();
    addTexts(texts);
    for (Span text : texts) {
      if (origin.problems().source().slice(text.start(), text.end()).contains("${")) {
        return true;
      }
    }
    return false;
  }

  /** The text with its variables filled in; null, and a problem, if this is no text. */
  @Nullable Text text() {
    if (!readable) {
      return null;
    }
    if (!(node instanceof ScalarNode scalar)) {
      mismatch("text", "");
      return null;
    }
    if (isEmpty(scalar)) {
      error(MISSING, MISSING_HELP);
      return null;
    }
    Text written = Text.at(span(), scalar.getValue(), path, origin.problems());
    Filled filled = Placeholders.fill(written, origin.environment());
    return filled == null
        ? null
        : Text.at(span(), filled, path, origin.problems()).part(0, filled.value().length());
  }

  /** The values of a list that must not be empty, or this one alone. */
  List<Value> oneOrMore() {
    List<Value> items = items();
    if (items.isEmpty() && readable) {
      error("the list is empty", "write at least one");
    }
    return items;
  }

  /** The values of a list, or this one alone. */
  List<Value> items() {
    if (!readable) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      return List.of(this);
    }
    List<Value> made = items;
    if (made == null) {
      made = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        made.add(new Value(item, path + "[" + made.size() + "]", origin));
      }
      items = made;
    }
    return made;
  }

  /** The entries of a map, each name once; null, and a problem, if this is no map. */
  @Nullable List<Entry> entries() {
    if (!readable) {
      return null;
    }
    if (!(node instanceof MappingNode mapping)) {
      mismatch("a map", "a map is written as lines of `name: value`");
      return null;
    }
    if (entries == null) {
      entries = entriesOf(mapping);
    }
    return entries;
  }

  private List<Entry> entriesOf(MappingNode mapping) {
    List<Entry> made = new ArrayList<>();
    Map<String, Integer> lines = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Entry entry = entry(tuple);
      if (entry != null && isFirst(entry.name(), lines)) {
        made.add(entry);
      }
    }
    return made;
  }

  private @Nullable Entry entry(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      Span span = new Span(YamlErrors.index(tuple.getKeyNode().getStartMark()), 0);
      origin.problems().error(span, path, "a key must be text", "");
      return null;
    }
    String own = path.isEmpty() ? "" : path + ".";
    String entryPath = own + Words.plain(key.getValue());
    Text name = Text.at(spanOf(key), key.getValue(), entryPath, origin.problems());
    return new Entry(name, spanOf(key), new Value(tuple.getValueNode(), entryPath, origin));
  }

  private boolean isFirst(Text name, Map<String, Integer> lines) {
    int line = origin.problems().source().line(name.span().start());
    Integer first = lines.putIfAbsent(name.value(), line);
    if (first == null) {
      return true;
    }
    name.error("duplicate key " + Words.code(name), "it is already on line " + first);
    return false;
  }

  /** The settings of a map, each of them known; null, and a problem, if this is no map. */
  @Nullable Settings settings(Vocabulary vocabulary) {
    List<Entry> all = entries();
    return all == null ? null : Settings.of(all, vocabulary);
  }

  private void mismatch(String expected, String help) {
    String found = isList() ? "a list" : isMap() ? "a map" : "text";
    if (node instanceof ScalarNode scalar && isEmpty(scalar)) {
      error(MISSING, MISSING_HELP);
    } else {
      error("expected " + expected + ", found " + found, help);
    }
  }

  private static boolean isEmpty(ScalarNode scalar) {
    return scalar.isPlain() && scalar.getValue().isEmpty();
  }

  void error(String message, String help) {
    origin.problems().error(span(), path, message, help);
  }

  void warning(String message, String help) {
    origin.problems().warning(span(), path, message, help);
  }

  private Span span() {
    return spanOf(node);
  }

  private static Span spanOf(Node node) {
    return new Span(YamlErrors.index(node.getStartMark()), YamlErrors.index(node.getEndMark()));
  }

  /** True for a list or a map in brackets, rather than on lines of its own. */
  boolean isInBrackets() {
    return node instanceof CollectionNode<?> collection
        && collection.getFlowStyle() == FlowStyle.FLOW;
  }

  /** True for a text after {@code |} or {@code >}. */
  boolean isBlockText() {
    return node instanceof ScalarNode scalar
        && (scalar.getScalarStyle() == ScalarStyle.LITERAL
            || scalar.getScalarStyle() == ScalarStyle.FOLDED);
  }

  /** As it is written, quotes and brackets included, but nothing of what follows. */
  Span extent() {
    return new Span(span().start(), endOf(node));
  }

  /** The parser lets lists and maps on lines end where the next thing begins, comments and all. */
  private int endOf(Node of) {
    if (of instanceof CollectionNode<?> collection
        && collection.getFlowStyle() != FlowStyle.FLOW
        && !collection.getValue().isEmpty()) {
      Object last = collection.getValue().get(collection.getValue().size() - 1);
      return endOf(last instanceof NodeTuple tuple ? tuple.getValueNode() : (Node) last);
    }
    Source source = origin.problems().source();
    Span span = spanOf(of);
    int end = Math.min(span.end(), source.length());
    while (end > span.start() && source.codePoint(end - 1) <= ' ') {
      end--;
    }
    return end;
  }

  /** Adds the extents of all texts in this one. */
  void addTexts(List<Span> to) {
    addTexts(node, to);
  }

  private void addTexts(Node of, List<Span> to) {
    if (of instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        addTexts(tuple.getKeyNode(), to);
        addTexts(tuple.getValueNode(), to);
      }
    } else if (of instanceof SequenceNode sequence) {
      for (Node item : sequence.getValue()) {
        addTexts(item, to);
      }
    } else {
      to.add(new Span(spanOf(of).start(), endOf(of)));
    }
  }

  /**
   * A name and what is written for it.
   *
   * @param nameSpan the name as it is written, with its quotes
   */
  record Entry(Text name, Span nameSpan, Value value) {
    /** From the name to the end of the value. */
    Span extent() {
      return new Span(nameSpan.start(), value.extent().end());
    }
  }
}
