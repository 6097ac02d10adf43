package dev.penstock.store.local;

import dev.penstock.limit.Limit;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** Writes all fields of the tables of a store as text, so that a test can compare two stores. */
public final class StoreDump {
  private final StringBuilder text = new StringBuilder();

  private StoreDump() {}

  /** The tables that have keys, by name. */
  public static String of(LocalStore store) throws ReflectiveOperationException {
    Field field = LocalStore.class.getDeclaredField("tables");
    field.setAccessible(true);
    Map<?, ?> tables = (Map<?, ?>) field.get(store);
    StoreDump dump = new StoreDump();
    Map<String, Object> byName = new TreeMap<>();
    tables.forEach((name, table) -> byName.put(name.toString(), table));
    for (Map.Entry<String, Object> table : byName.entrySet()) {
      if (((KeyTable) table.getValue()).liveKeys() > 0) {
        dump.text.append(table.getKey()).append('\n');
        dump.add(table.getValue());
      }
    }
    return dump.text.toString();
  }

  private void add(Object value) throws ReflectiveOperationException {
    if (value == null || value instanceof Number || value instanceof LongAdder) {
      text.append(value).append(' ');
    } else if (value instanceof Limit || value instanceof Boolean || value instanceof String) {
      text.append(value).append(' ');
    } else if (value.getClass().isArray()) {
      text.append('[');
      for (int i = 0; i < Array.getLength(value); i++) {
        add(Array.get(value, i));
      }
      text.append("]\n");
    } else if (value instanceof AtomicReferenceArray<?> array) {
      for (int i = 0; i < array.length(); i++) {
        add(array.get(i));
      }
    } else if (isState(value.getClass())) {
      addFields(value);
    }
  }

  private static boolean isState(Class<?> type) {
    return type == KeyTable.class || type == KeySegment.class || type == KeyCells.class;
  }

  private void addFields(Object value) throws ReflectiveOperationException {
    for (Field field : value.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        text.append(field.getName()).append('=');
        add(field.get(value));
      }
    }
  }
}
