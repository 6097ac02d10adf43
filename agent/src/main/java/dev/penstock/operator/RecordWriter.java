package dev.penstock.operator;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a record as lines, each with the way to a value and the value. */
final class RecordWriter {
  private RecordWriter() {}

  /**
   * @param way to the value; what is null has no line
   */
  static void write(String way, @Nullable Object value, StringBuilder lines) {
    if (value instanceof Record values) {
      writeParts(way, values, lines);
    } else if (value instanceof List<?> list) {
      line(way, Integer.toString(list.size()), lines);
      for (int index = 0; index < list.size(); index++) {
        write(way + "." + index, list.get(index), lines);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        write(way + "." + entry.getKey(), entry.getValue(), lines);
      }
    } else if (value != null) {
      line(way, value instanceof Enum<?> constant ? constant.name() : value.toString(), lines);
    }
  }

  private static void writeParts(String way, Record values, StringBuilder lines) {
    for (RecordComponent part : values.getClass().getRecordComponents()) {
      try {
        write(partOf(way, part), part.getAccessor().invoke(values), lines);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  static String partOf(String way, RecordComponent part) {
    return way.isEmpty() ? part.getName() : way + "." + part.getName();
  }

  private static void line(String way, String value, StringBuilder lines) {
    lines.append(way).append('=').append(escaped(value)).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  static String unescaped(String value) {
    if (value.indexOf('\\') < 0) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      if (c == '\\' && at + 1 < value.length()) {
        at++;
        char escaped = value.charAt(at);
        c = escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
      }
      text.append(c);
    }
    return text.toString();
  }
}
