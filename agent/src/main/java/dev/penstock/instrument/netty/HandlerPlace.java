package dev.penstock.instrument.netty;

import org.jspecify.annotations.Nullable;

/** The places in pipelines where requests appear, and the type of Netty that identifies each. */
public enum HandlerPlace {
  /** Behind the codec of a server for HTTP/1.1. */
  SERVER_CODEC("http.HttpServerCodec"),

  /** Behind the decoder and the encoder, where the codec is in two parts. */
  REQUEST_DECODER("http.HttpRequestDecoder"),

  /** The same place, if the encoder was added last. */
  RESPONSE_ENCODER("http.HttpResponseEncoder"),

  /** Behind a handler that passes the messages of all streams of a connection. */
  STREAM_MESSAGES("http2.HttpToHttp2ConnectionHandler"),

  /** Behind the codec that passes the frames of all streams of a connection. */
  STREAM_FRAMES("http2.Http2FrameCodec"),

  /** At the start of a channel for one stream of HTTP/2. */
  STREAM("http2.Http2StreamChannel");

  private static final String PACKAGE = ".handler.codec.";

  private final String end;

  HandlerPlace(String name) {
    end = PACKAGE + name;
  }

  /** True if requests have streams here. */
  public boolean isForHttp2() {
    return compareTo(STREAM_MESSAGES) >= 0;
  }

  /** True if a class of this name identifies the place, in whatever copy of Netty. */
  boolean isMarkedBy(String className) {
    return className.endsWith(end);
  }

  /** The place that a class of handlers identifies; null for nearly all classes. */
  static @Nullable HandlerPlace markedByHandler(String className) {
    if (className.indexOf(PACKAGE) < 0) {
      return null;
    }
    for (HandlerPlace place : values()) {
      if (place != STREAM && place.isMarkedBy(className)) {
        return place;
      }
    }
    return null;
  }

  /** The package of the copy of Netty that a marking type belongs to, such as {@code io.netty}. */
  static String nettyPackage(Class<?> marking) {
    String name = marking.getName();
    return name.substring(0, name.lastIndexOf(PACKAGE));
  }
}
