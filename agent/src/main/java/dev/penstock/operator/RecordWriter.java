package dev.penstock.operator;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a record as lines of the form {@code path=value}. */
final class RecordWriter {
  private RecordWriter() {}

  /** Writes the lines of one value. A null value has no line. */
  static void write(String path, @Nullable Object value, StringBuilder lines) {
    if (value instanceof Record values) {
      writeComponents(path, values, lines);
    } else if (value instanceof List<?> list) {
      line(path, Integer.toString(list.size()), lines);
      for (int index = 0; index < list.size(); index++) {
        write(path + "." + index, list.get(index), lines);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        write(path + "." + entry.getKey(), entry.getValue(), lines);
      }
    } else if (value != null) {
      line(path, value instanceof Enum<?> constant ? constant.name() : value.toString(), lines);
    }
  }

  private static void writeComponents(String path, Record values, StringBuilder lines) {
    for (RecordComponent component : values.getClass().getRecordComponents()) {
      try {
        write(componentPath(path, component), component.getAccessor().invoke(values), lines);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  static String componentPath(String path, RecordComponent component) {
    return path.isEmpty() ? component.getName() : path + "." + component.getName();
  }

  private static void line(String path, String value, StringBuilder lines) {
    lines.append(path).append('=').append(escaped(value)).append('\n');
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
