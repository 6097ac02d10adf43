package dev.penstock.instrument.transform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.netty.NettyHook;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target in copies of a library matches a class whatever package the library was moved to. */
class CopiedTargetTest {
  private final List<HookTarget> targets = new NettyHook().targets();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.netty.channel.AbstractChannelHandlerContext",
        "io.grpc.netty.shaded.io.netty.channel.AbstractChannelHandlerContext"
      })
  void isFoundInEachCopy(String name) throws IOException {
    Set<HookTarget> met = new HashSet<>();
    assertThat(AdviceWeaver.weave(name, classFile(name), targets, met)).isNotNull();
    assertThat(met).containsExactlyElementsOf(targets);
  }

  @Test
  void isNotFoundElsewhere() throws IOException {
    String name = "io.netty.channel.DefaultChannelPipeline";
    Set<HookTarget> met = new HashSet<>();
    assertThat(AdviceWeaver.weave(name, classFile(name), targets, met)).isNull();
    assertThat(met).isEmpty();
  }

  private static byte[] classFile(String name) throws IOException {
    String resource = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = CopiedTargetTest.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return in.readAllBytes();
    }
  }
}
