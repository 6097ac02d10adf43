package dev.penstock.instrument.micronaut;

import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.server.NettyMessages;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Accepts requests and responds to them in Micronaut, through handles bound once. */
final class MicronautApi {
  private static final String SERVER = "io.micronaut.http.server.netty.handler.";

  private final Class<?> outboundType;
  private final NettyMessages messages;
  private final MethodHandle accept;
  private final MethodHandle channel;
  private final MethodHandle executor;
  private final MethodHandle isActive;
  private final MethodHandle remoteAddress;
  private final MethodHandle localAddress;
  private final MethodHandle write;
  private final MethodHandle writeHead;
  private final MethodHandle newBodies;
  private final MethodHandle body;
  private final Class<?> subscriberType;
  private final MethodHandle publisher;
  private final MethodHandle subscribe;
  private final MethodHandle request;

  MicronautApi(Class<?> handlerType) {
    Class<?> contextType = Handles.sibling(handlerType, "io.netty.channel.ChannelHandlerContext");
    Class<?> channelType = Handles.sibling(handlerType, "io.netty.channel.Channel");
    Class<?> requestType = Handles.sibling(handlerType, "io.netty.handler.codec.http.HttpRequest");
    Class<?> bodyType = Handles.sibling(handlerType, "io.micronaut.http.body.CloseableByteBody");
    outboundType = Handles.sibling(handlerType, SERVER + "OutboundAccess");
    messages = new NettyMessages(requestType);
    accept =
        new Handles(Handles.sibling(handlerType, SERVER + "RequestHandler"))
            .bindAny("accept", contextType, requestType, bodyType, outboundType);
    Handles context = new Handles(contextType);
    channel = context.bindAny("channel");
    executor = context.bindAny("executor");
    Handles connection = new Handles(channelType);
    isActive = connection.bind("isActive", boolean.class);
    remoteAddress = connection.bindAny("remoteAddress");
    localAddress = connection.bindAny("localAddress");
    Handles outbound = new Handles(outboundType);
    Class<?> responseType =
        Handles.sibling(handlerType, "io.netty.handler.codec.http.HttpResponse");
    write =
        outbound.bindAny(
            "write", responseType, Handles.sibling(handlerType, "io.micronaut.http.body.ByteBody"));
    writeHead = outbound.bindAny("writeHeadResponse", responseType);
    Handles bodies =
        new Handles(
            Handles.sibling(handlerType, "io.micronaut.http.netty.body.NettyByteBodyFactory"));
    newBodies = bodies.bindConstructor(channelType);
    publisher = new Handles(bodyType).bindAny("toByteArrayPublisher");
    subscriberType = Handles.sibling(handlerType, "org.reactivestreams.Subscriber");
    subscribe =
        new Handles(Handles.sibling(handlerType, "org.reactivestreams.Publisher"))
            .bindAny("subscribe", subscriberType);
    request =
        new Handles(Handles.sibling(handlerType, "org.reactivestreams.Subscription"))
            .bindAny("request", long.class);
    body = bodies.bindAny("adapt", byte[].class);
  }

  Class<?> outboundType() {
    return outboundType;
  }

  NettyMessages messages() {
    return messages;
  }

  Object channel(Object context) {
    return Handles.get(channel, context);
  }

  boolean isActive(Object connection) {
    return Handles.isTrue(isActive, connection);
  }

  @Nullable String remoteAddress(Object connection) {
    return Handles.call(remoteAddress, connection) instanceof InetSocketAddress internet
            && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : null;
  }

  int localPort(Object connection) {
    return Handles.call(localAddress, connection) instanceof InetSocketAddress internet
        ? internet.getPort()
        : 0;
  }

  ScheduledExecutorService eventLoop(Object context) {
    return (ScheduledExecutorService) Handles.get(executor, context);
  }

  /** Calls the method that accepts requests. */
  void accept(Object handler, Object[] arguments) {
    try {
      Object unused =
          (Object)
              accept.invokeExact(handler, arguments[0], arguments[1], arguments[2], arguments[3]);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Releases the body of a request, read or not. */
  void close(Object requestBody) {
    try {
      ((Closeable) requestBody).close();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Releases the body of a rejected request. In HTTP/2, closing it resets the stream, which some
   * clients take for a failure; so it is received and dropped.
   *
   * @param isWithheld true if the client waits for permission to send it
   */
  void discard(Object requestBody, boolean isWithheld) {
    if (isWithheld) {
      close(requestBody);
      return;
    }
    Object subscriber =
        InterfaceProxy.of(
            subscriberType,
            /* original= */ null,
            (method, arguments, original) ->
                method.equals("onSubscribe")
                    ? Handles.call(request, arguments[0], Long.MAX_VALUE)
                    : null);
    Object unused = Handles.call(subscribe, Handles.get(publisher, requestBody), subscriber);
  }

  /** Writes the response to a rejected request. */
  void respond(Object[] arguments, RejectionResponse rejection) {
    byte[] text = rejection.body().getBytes(StandardCharsets.UTF_8);
    Object response = messages.response(rejection, text.length);
    if (messages.method(arguments[1]).equals("HEAD")) {
      Object unused = Handles.call(writeHead, arguments[3], response);
    } else {
      Object bodies = Handles.get(newBodies, channel(arguments[0]));
      Object unused = Handles.call(write, arguments[3], response, Handles.get(body, bodies, text));
    }
  }
}
