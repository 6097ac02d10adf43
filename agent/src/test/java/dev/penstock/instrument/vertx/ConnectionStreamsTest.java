package dev.penstock.instrument.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionStreamsTest {
  private final ConnectionStreams streams = new ConnectionStreams();

  @Test
  void findsAResponseByItsConnectionAndStream() {
    List<String> connection = new ArrayList<>();
    List<String> other = new ArrayList<>();
    streams.add(connection, 1, "one");
    streams.add(connection, 3, "three");
    connection.add("changed since");

    assertThat(streams.get(connection, 1)).isEqualTo("one");
    assertThat(streams.get(connection, 3)).isEqualTo("three");
    assertThat(streams.get(connection, 5)).isNull();
    assertThat(streams.get(other, 1)).isNull();
  }

  @Test
  void aNewResponseOfAStreamReplacesTheEarlierOne() {
    Object connection = new Object();
    streams.add(connection, -1, "first");
    streams.add(connection, -1, "second");

    assertThat(streams.get(connection, -1)).isEqualTo("second");
    assertThat(streams.size()).isEqualTo(1);
  }

  @Test
  void removesResponsesThatWereCollected() {
    for (int connection = 0; connection < 100; connection++) {
      Object each = new Object();
      streams.add(each, -1, new Object());
      streams.add(each, -1, new Object());
    }
    Object last = new Object();
    for (int attempt = 0; attempt < 100 && streams.size() > 1; attempt++) {
      System.gc();
      streams.add(last, -1, "kept");
    }

    assertThat(streams.size()).isEqualTo(1);
    assertThat(streams.get(last, -1)).isEqualTo("kept");
  }
}
