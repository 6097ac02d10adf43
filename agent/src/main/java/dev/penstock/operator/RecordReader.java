package dev.penstock.operator;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Parses a record from the lines of {@link RecordWriter}. */
final class RecordReader {
  private final NavigableMap<String, String> lines;

  private RecordReader(NavigableMap<String, String> lines) {
    this.lines = lines;
  }

  static <R extends Record> R read(Class<R> type, NavigableMap<String, String> lines)
      throws ReflectiveOperationException {
    return new RecordReader(lines).recordAt("", type);
  }

  private <R extends Record> R recordAt(String path, Class<R> type)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int index = 0; index < components.length; index++) {
      types[index] = components[index].getType();
      values[index] =
          at(
              RecordWriter.componentPath(path, components[index]),
              components[index].getGenericType());
    }
    return type.getDeclaredConstructor(types).newInstance(values);
  }

  private @Nullable Object at(String path, Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class ? listAt(path, generic) : mapAt(path, generic);
    }
    Class<?> raw = (Class<?>) type;
    return raw.isRecord() ? recordOrNullAt(path, raw.asSubclass(Record.class)) : valueAt(path, raw);
  }

  /** A record has no line of its own. It is present if one of its components is. */
  private @Nullable Object recordOrNullAt(String path, Class<? extends Record> type)
      throws ReflectiveOperationException {
    String first = lines.ceilingKey(path + ".");
    return first != null && first.startsWith(path + ".") ? recordAt(path, type) : null;
  }

  private List<Object> listAt(String path, ParameterizedType type)
      throws ReflectiveOperationException {
    int size = Integer.parseInt(lines.getOrDefault(path, "0"));
    List<Object> list = new ArrayList<>();
    for (int index = 0; index < size; index++) {
      Object value = at(path + "." + index, type.getActualTypeArguments()[0]);
      if (value != null) {
        list.add(value);
      }
    }
    return list;
  }

  private Map<Object, Object> mapAt(String path, ParameterizedType type)
      throws ReflectiveOperationException {
    Type[] types = type.getActualTypeArguments();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (Object key : ((Class<?>) types[0]).getEnumConstants()) {
      String entry = path + "." + ((Enum<?>) key).name();
      Object value = lines.containsKey(entry) ? at(entry, types[1]) : null;
      if (value != null) {
        map.put(key, value);
      }
    }
    return map;
  }

  private @Nullable Object valueAt(String path, Class<?> type) {
    String text = lines.get(path);
    if (type == String.class) {
      return text;
    }
    if (type == long.class || type == Long.class) {
      return text == null ? 0L : Long.parseLong(text);
    }
    if (type == int.class) {
      return text == null ? 0 : Integer.parseInt(text);
    }
    if (type == double.class || type == Double.class) {
      return text == null ? 0.0 : Double.parseDouble(text);
    }
    if (type == boolean.class) {
      return Boolean.parseBoolean(text);
    }
    return text == null ? null : constant(type, text);
  }

  private static @Nullable Object constant(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    return null;
  }
}
