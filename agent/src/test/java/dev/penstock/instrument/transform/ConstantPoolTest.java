package dev.penstock.instrument.transform;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ConstantPoolTest {
  private static final String SERVICE =
      "(Ljakarta/servlet/ServletRequest;Ljakarta/servlet/ServletResponse;)V";

  @Test
  void findsADescriptorThatTheClassHas() throws IOException {
    assertThat(
            new ConstantPool(List.of("()nothing", SERVICE)).isNamedIn(bytesOf(HttpServlet.class)))
        .isTrue();
  }

  @Test
  void doesNotFindADescriptorThatTheClassLacks() throws IOException {
    assertThat(new ConstantPool(List.of(SERVICE)).isNamedIn(bytesOf(String.class))).isFalse();
  }

  @Test
  void skipsEveryKindOfConstant() throws IOException {
    // The name of the source file stands near the end of the pool. Math has longs and doubles,
    // which take two entries; ConcurrentHashMap has method handles and dynamic call sites.
    for (Class<?> type : List.of(Math.class, ConcurrentHashMap.class)) {
      String sourceFile = type.getSimpleName() + ".java";
      assertThat(new ConstantPool(List.of(sourceFile)).isNamedIn(bytesOf(type))).isTrue();
      assertThat(new ConstantPool(List.of("absent")).isNamedIn(bytesOf(type))).isFalse();
    }
  }

  @Test
  void stopsAtAnUnknownTag() {
    byte[] fromTheFuture = {0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 99, 0, 0, 0};
    assertThat(new ConstantPool(List.of(SERVICE)).isNamedIn(fromTheFuture)).isFalse();
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    String resource = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return in.readAllBytes();
    }
  }
}
