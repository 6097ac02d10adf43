package dev.penstock.agent.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stacks of threads that wait for connections, and of others. */
class ConnectionThreadsTest {
  @Test
  void theClassThatAcceptsIsNamed() {
    assertThat(
            waitingClass(
                "sun.nio.ch.Net.accept",
                "sun.nio.ch.ServerSocketChannelImpl.implAccept",
                "sun.nio.ch.ServerSocketChannelImpl.accept",
                "org.apache.tomcat.util.net.NioEndpoint.serverSocketAccept",
                "java.lang.Thread.run"))
        .isEqualTo("org.apache.tomcat.util.net.NioEndpoint");
    assertThat(
            waitingClass(
                "sun.nio.ch.EPoll.wait",
                "sun.nio.ch.EPollSelectorImpl.doSelect",
                "sun.nio.ch.SelectorImpl.select",
                "a.shaded.io.netty.channel.nio.NioEventLoop$1.select"))
        .isEqualTo("a.shaded.io.netty.channel.nio.NioEventLoop");
    assertThat(waitingClass("io.netty.channel.epoll.Native.epollWait0", "a.B.run"))
        .isEqualTo("io.netty.channel.epoll.Native");
    assertThat(
            waitingClass(
                "java.net.ServerSocket.accept", "sun.rmi.transport.tcp.TCPTransport$Loop.run"))
        .isEqualTo("sun.rmi.transport.tcp.TCPTransport");
  }

  @Test
  void otherThreadsAreNotNamed() {
    assertThat(waitingClass("java.lang.Object.wait", "a.B.run")).isNull();
    assertThat(waitingClass("java.util.ArrayList.forEach", "a.B.accept")).isNull();
    assertThat(waitingClass("sun.nio.ch.Net.poll", "java.net.Socket.read", "a.B.c")).isNull();
    assertThat(waitingClass()).isNull();
  }

  private static @Nullable String waitingClass(String... methods) {
    StackTraceElement[] stack =
        Arrays.stream(methods)
            .map(
                method -> {
                  int dot = method.lastIndexOf('.');
                  return new StackTraceElement(
                      method.substring(0, dot), method.substring(dot + 1), null, 1);
                })
            .toArray(StackTraceElement[]::new);
    return ConnectionThreads.waitingClass(stack);
  }
}
