package dev.penstock.rules.config.text;

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

/** A text, list or map in the file with its position. Accessors of another type return null. */
public final class LocatedValue {
  private static final String MISSING = "a value is missing here";
  private static final String MISSING_HELP = "write a value, or remove the setting";

  private final Node node;
  private final String path;
  private final ValueOrigin origin;
  private final boolean readable;

  /** Created once: a second visit of a node would be mistaken for an alias. */
  private @Nullable List<LocatedValue> items;

  private @Nullable List<Entry> entries;

  /** The root of a file. */
  LocatedValue(Node node, ValueOrigin origin) {
    this(node, /* path= */ "", origin);
  }

  private LocatedValue(Node node, String path, ValueOrigin origin) {
    this.node = node;
    this.path = path;
    this.origin = origin;
    readable = origin.isNew(node);
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  public boolean isMap() {
    return node instanceof MappingNode;
  }

  /** True if this is {@code true} without quotes. */
  public boolean isTrue() {
    return node instanceof ScalarNode scalar
        && scalar.isPlain()
        && scalar.getValue().equals("true");
  }

  /** True for a text without variables. */
  public boolean isWrittenOut() {
    return node instanceof ScalarNode scalar && !scalar.getValue().contains("${");
  }

  /** True if a text in this value, at any depth, contains a variable. */
  public boolean hasVariables() {
    List<SourceSpan> texts = new ArrayList<>();
    addTexts(texts);
    for (SourceSpan text : texts) {
      if (origin.problems().source().slice(text.start(), text.end()).contains("${")) {
        return true;
      }
    }
    return false;
  }

  /** The text with its variables replaced; null, with a problem, if this is not a text. */
  public @Nullable LocatedText text() {
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
    LocatedText written = LocatedText.at(span(), scalar.getValue(), path, origin.problems());
    FilledText filled = Placeholders.fill(written, origin.environment());
    return filled == null
        ? null
        : LocatedText.at(span(), filled, path, origin.problems()).part(0, filled.value().length());
  }

  /** The items of a non-empty list, or this value as a single item. */
  public List<LocatedValue> oneOrMore() {
    List<LocatedValue> items = items();
    if (items.isEmpty() && readable) {
      error("the list is empty", "write at least one entry");
    }
    return items;
  }

  /** The items of a list, or this value as a single item. */
  public List<LocatedValue> items() {
    if (!readable) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      return List.of(this);
    }
    List<LocatedValue> made = items;
    if (made == null) {
      made = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        made.add(new LocatedValue(item, path + "[" + made.size() + "]", origin));
      }
      items = made;
    }
    return made;
  }

  /** The entries of a map without duplicates; null, with a problem, if this is not a map. */
  public @Nullable List<Entry> entries() {
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
      SourceSpan span =
          new SourceSpan(YamlErrorMessages.index(tuple.getKeyNode().getStartMark()), 0);
      origin.problems().error(span, path, "a key must be text", "");
      return null;
    }
    String own = path.isEmpty() ? "" : path + ".";
    String entryPath = own + MessageWords.plain(key.getValue());
    LocatedText name = LocatedText.at(spanOf(key), key.getValue(), entryPath, origin.problems());
    return new Entry(name, spanOf(key), new LocatedValue(tuple.getValueNode(), entryPath, origin));
  }

  private boolean isFirst(LocatedText name, Map<String, Integer> lines) {
    int line = origin.problems().source().line(name.span().start());
    Integer first = lines.putIfAbsent(name.value(), line);
    if (first == null) {
      return true;
    }
    name.error(
        "duplicate key " + MessageWords.code(name),
        "it is already set on line " + first + "; remove one of them");
    return false;
  }

  /**
   * The settings of a map, checked against a vocabulary; null, with a problem, if this is not a
   * map.
   */
  public @Nullable SettingsMap settings(Vocabulary vocabulary) {
    List<Entry> all = entries();
    return all == null ? null : SettingsMap.of(all, vocabulary);
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

  public void error(String message, String help) {
    origin.problems().error(span(), path, message, help);
  }

  public void warning(String message, String help) {
    origin.problems().warning(span(), path, message, help);
  }

  private SourceSpan span() {
    return spanOf(node);
  }

  private static SourceSpan spanOf(Node node) {
    return new SourceSpan(
        YamlErrorMessages.index(node.getStartMark()), YamlErrorMessages.index(node.getEndMark()));
  }

  /** True for a list or a map in brackets. */
  public boolean isInBrackets() {
    return node instanceof CollectionNode<?> collection
        && collection.getFlowStyle() == FlowStyle.FLOW;
  }

  /** True for a block text after {@code |} or {@code >}. */
  public boolean isBlockText() {
    return node instanceof ScalarNode scalar
        && (scalar.getScalarStyle() == ScalarStyle.LITERAL
            || scalar.getScalarStyle() == ScalarStyle.FOLDED);
  }

  /** The span of the value with its quotes and brackets, without trailing comments. */
  public SourceSpan extent() {
    return new SourceSpan(span().start(), endOf(node));
  }

  /** The end of a node. The YAML parser includes trailing comments in lists and maps on lines. */
  private int endOf(Node of) {
    if (of instanceof CollectionNode<?> collection
        && collection.getFlowStyle() != FlowStyle.FLOW
        && !collection.getValue().isEmpty()) {
      Object last = collection.getValue().get(collection.getValue().size() - 1);
      return endOf(last instanceof NodeTuple tuple ? tuple.getValueNode() : (Node) last);
    }
    SourceFile source = origin.problems().source();
    SourceSpan span = spanOf(of);
    int end = Math.min(span.end(), source.length());
    while (end > span.start() && source.codePoint(end - 1) <= ' ') {
      end--;
    }
    return end;
  }

  /** Adds the extents of all texts in this value. */
  public void addTexts(List<SourceSpan> to) {
    addTexts(node, to);
  }

  private void addTexts(Node of, List<SourceSpan> to) {
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
      to.add(new SourceSpan(spanOf(of).start(), endOf(of)));
    }
  }

  /**
   * An entry of a map.
   *
   * @param nameSpan the span of the name with its quotes
   */
  public record Entry(LocatedText name, SourceSpan nameSpan, LocatedValue value) {
    /** The span from the name to the end of the value. */
    public SourceSpan extent() {
      return new SourceSpan(nameSpan.start(), value.extent().end());
    }
  }
}
