package dev.penstock.outbound;

import dev.penstock.http.OutboundResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A response that is created from text: the status, then one header per line. */
public final class FakeResponse implements OutboundResponse {
  private final int status;
  private final Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  public final List<String> lookedUp = new ArrayList<>();

  public FakeResponse(String text) {
    List<String> lines = text.strip().lines().toList();
    status = Integer.parseInt(lines.get(0).strip());
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      String value = line.substring(colon + 1).strip();
      fields.merge(line.substring(0, colon).strip(), value, (one, more) -> one + ", " + more);
    }
  }

  public FakeResponse(int status, Map<String, String> fields) {
    this.status = status;
    this.fields.putAll(fields);
  }

  public Map<String, String> fields() {
    return fields;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public @Nullable String field(String name) {
    lookedUp.add(name);
    return fields.get(name);
  }
}
