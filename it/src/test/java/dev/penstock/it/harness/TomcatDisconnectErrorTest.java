package dev.penstock.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TomcatDisconnectErrorTest {
  private static final List<String> ERROR =
      List.of(
          "12:00 ERROR 7 --- [exec-1] Http11NioProtocol : Error reading request, ignored",
          "",
          "java.lang.NullPointerException: \"this.headers[i]\" is null",
          "\tat org.apache.tomcat.util.http.MimeHeaders.recycle(MimeHeaders.java:115)");

  @Test
  void onlyTheErrorOfTomcatIsRemoved() {
    assertThat(TomcatDisconnectError.removedFrom(output(List.of()))).containsExactly("a", "b");
  }

  @Test
  void anErrorWithOurClassesStays() {
    List<String> output = output(List.of("\tat dev.penstock.http.Call.path(Call.java:3)"));
    assertThat(TomcatDisconnectError.removedFrom(output)).isEqualTo(output);
  }

  @Test
  void anotherErrorStays() {
    List<String> output = output(List.of()).stream().filter(x -> !x.contains("MimeH")).toList();
    assertThat(TomcatDisconnectError.removedFrom(output)).isEqualTo(output);
  }

  private static List<String> output(List<String> further) {
    var lines = new ArrayList<String>();
    lines.add("a");
    lines.addAll(ERROR);
    lines.addAll(further);
    lines.add("b");
    return lines;
  }
}
