package dev.penstock.rules.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A validator for the part of JSON Schema 2020-12 that the schema of rules files uses. */
public final class JsonSchema {
  private static final List<String> KNOWN =
      List.of(
          "$schema",
          "$defs",
          "$ref",
          "title",
          "description",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "propertyNames",
          "minProperties",
          "items",
          "minItems",
          "enum",
          "pattern",
          "minLength",
          "minimum",
          "maximum",
          "anyOf");

  private final Map<?, ?> root;
  private final List<String> problems = new ArrayList<>();

  private JsonSchema(Map<?, ?> root) {
    this.root = root;
  }

  /** The problems of a document; empty if it is valid. */
  public static List<String> problems(String schema, String yaml) {
    JsonSchema json = new JsonSchema(map(read(schema)));
    json.check("", Objects.requireNonNull(read(yaml)), json.root);
    return json.problems;
  }

  /** Reads YAML or JSON. YAML 1.2 has the types of JSON. */
  static Object read(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  static Map<?, ?> map(@Nullable Object value) {
    return (Map<?, ?>) Objects.requireNonNull(value);
  }

  private void check(String at, Object value, Map<?, ?> schema) {
    for (Object keyword : schema.keySet()) {
      if (!KNOWN.contains(keyword)) {
        throw new IllegalStateException("unsupported keyword: " + keyword);
      }
    }
    if (schema.get("$ref") instanceof String ref) {
      String name = ref.substring("#/$defs/".length());
      check(at, value, map(Objects.requireNonNull(map(root.get("$defs")).get(name), name)));
    }
    if (schema.get("anyOf") instanceof List<?> options) {
      require(options.stream().anyMatch(option -> fits(at, value, option)), at, "fits no option");
    }
    if (schema.get("enum") instanceof List<?> values) {
      require(values.contains(value), at, value + " is none of " + values);
    }
    if (schema.get("type") != null) {
      List<?> types =
          schema.get("type") instanceof List<?> list ? list : List.of(schema.get("type"));
      require(
          types.stream().anyMatch(type -> isA(type, value)), at, value + " is not one of " + types);
    }
    checkParts(at, value, schema);
  }

  private boolean fits(String at, Object value, Object option) {
    JsonSchema other = new JsonSchema(root);
    other.check(at, value, map(option));
    return other.problems.isEmpty();
  }

  private static boolean isA(Object type, Object value) {
    return switch (type.toString()) {
      case "string" -> value instanceof String;
      case "integer" -> value instanceof Integer || value instanceof Long;
      case "number" -> value instanceof Number;
      case "boolean" -> value instanceof Boolean;
      case "array" -> value instanceof List;
      case "object" -> value instanceof Map;
      default -> throw new IllegalStateException("type " + type);
    };
  }

  private void checkParts(String at, Object value, Map<?, ?> schema) {
    if (value instanceof Map<?, ?> object) {
      checkObject(at, object, schema);
    } else if (value instanceof List<?> list) {
      require(list.size() >= number(schema, "minItems", 0), at, "too few items");
      for (Object item : schema.get("items") == null ? List.of() : list) {
        check(at + "[]", item, map(schema.get("items")));
      }
    } else if (value instanceof String text) {
      require(text.length() >= number(schema, "minLength", 0), at, "too short");
      boolean fits =
          !(schema.get("pattern") instanceof String pattern)
              || Pattern.compile(pattern).matcher(text).find();
      require(fits, at, text + " is not " + schema.get("pattern"));
    } else if (value instanceof Number number) {
      require(number.longValue() >= number(schema, "minimum", Long.MIN_VALUE), at, "too small");
      require(number.longValue() <= number(schema, "maximum", Long.MAX_VALUE), at, "too large");
    }
  }

  private void checkObject(String at, Map<?, ?> object, Map<?, ?> schema) {
    require(object.size() >= number(schema, "minProperties", 0), at, "too few properties");
    for (Object needed : schema.get("required") instanceof List<?> list ? list : List.of()) {
      require(object.containsKey(needed), at, needed + " is missing");
    }
    Map<?, ?> known = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      String place = at + "." + entry.getKey();
      if (schema.get("propertyNames") instanceof Map<?, ?> names) {
        check(place, entry.getKey(), names);
      }
      if (known.get(entry.getKey()) instanceof Map<?, ?> property) {
        check(place, entry.getValue(), property);
      } else if (schema.get("additionalProperties") instanceof Map<?, ?> others) {
        check(place, entry.getValue(), others);
      } else {
        require(!Boolean.FALSE.equals(schema.get("additionalProperties")), place, "is not known");
      }
    }
  }

  private static long number(Map<?, ?> schema, String keyword, long byDefault) {
    return schema.get(keyword) instanceof Number number ? number.longValue() : byDefault;
  }

  private void require(boolean isValid, String at, String problem) {
    if (!isValid) {
      problems.add(at + " " + problem);
    }
  }
}
