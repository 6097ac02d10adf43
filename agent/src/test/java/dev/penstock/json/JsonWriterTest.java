package dev.penstock.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void writesObjectsListsTextsAndNumbers() {
    JsonWriter json = new JsonWriter().beginObject();
    json.member("a", "x\"y").member("b", -1L).member("c", 0.5).member("d", true);
    json.name("e").beginList().value(1).beginObject().endObject().nullValue().endList();
    json.name("f").beginList().endList().member("g", (String) null).endObject();
    assertThat(json)
        .hasToString(
            "{\"a\":\"x\\\"y\",\"b\":-1,\"c\":0.5,\"d\":true,\"e\":[1,{},null],\"f\":[],"
                + "\"g\":null}");
  }

  @Test
  void writesNullForInfinityAndNaN() {
    JsonWriter json = new JsonWriter().beginList();
    json.value(Double.NaN).value(Double.POSITIVE_INFINITY).endList();
    assertThat(json).hasToString("[null,null]");
  }
}
