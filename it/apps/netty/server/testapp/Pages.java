package testapp;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All pages; what a path means is found out by hand, as such applications do. */
final class Pages extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Pattern ORDER = Pattern.compile("/orders/([^/]+)");
  private static final Pattern CHEST = Pattern.compile("/chest/([^/]+)");
  private static final Pattern ITEM = Pattern.compile("/orders/([^/]+)/items/([^/]+)");
  private static final String BASIC = "Basic ";

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (request.decoderResult().isFailure()) {
      // The decoder finds no other request on this connection.
      ctx.writeAndFlush(response(HttpResponseStatus.BAD_REQUEST, new byte[0]))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    var target = new QueryStringDecoder(request.uri());
    String path = target.path();
    if (path.startsWith("/seen/")) {
      text(ctx, request, KeyPages.read(request, target));
    } else if (path.equals("/slow")) {
      long millis = Long.parseLong(target.parameters().get("ms").get(0));
      request.retain();
      ctx.executor()
          .schedule(
              () -> {
                text(ctx, request, AppRuntime.countHandler("slow"));
                request.release();
              },
              millis,
              TimeUnit.MILLISECONDS);
    } else {
      respond(ctx, request, path);
    }
  }

  /** A target that cannot be decoded. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    ctx.writeAndFlush(response(HttpResponseStatus.BAD_REQUEST, new byte[0]))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private static void respond(ChannelHandlerContext ctx, FullHttpRequest request, String path) {
    switch (path) {
      case "/hello" -> text(ctx, request, AppRuntime.countHandler("hello"));
      case "/ports" -> text(ctx, request, App.otherPorts());
      case "/handled" -> text(ctx, request, AppRuntime.handlerCalls());
      case "/echo" -> {
        byte[] body = new byte[request.content().readableBytes()];
        request.content().readBytes(body);
        send(ctx, request, response(HttpResponseStatus.OK, body));
      }
      case "/bytes" -> {
        FullHttpResponse response = response(HttpResponseStatus.OK, Blob.bytes());
        response.headers().set("ETag", Blob.ETAG);
        send(ctx, request, response);
      }
      case "/boom" -> {
        AppRuntime.countHandler("boom");
        send(ctx, request, response(HttpResponseStatus.INTERNAL_SERVER_ERROR, new byte[0]));
      }
      case "/me" -> me(ctx, request);
      case "/box", "/lid", "/open" -> reached(ctx, request, path.substring(1));
      default -> other(ctx, request, path);
    }
  }

  private static void other(ChannelHandlerContext ctx, FullHttpRequest request, String path) {
    Matcher order = ORDER.matcher(path);
    Matcher item = ITEM.matcher(path);
    if (path.equals("/vault") || path.startsWith("/vault/")) {
      reached(ctx, request, "vault");
    } else if (path.equals("/plain") || path.startsWith("/plain/")) {
      reached(ctx, request, "plain");
    } else if (CHEST.matcher(path).matches()) {
      reached(ctx, request, "chest");
    } else if (order.matches()) {
      text(ctx, request, AppRuntime.countHandler("order " + order.group(1)));
    } else if (item.matches()) {
      String text = "item " + item.group(2) + " of order " + item.group(1);
      text(ctx, request, AppRuntime.countHandler(text));
    } else {
      send(ctx, request, response(HttpResponseStatus.NOT_FOUND, new byte[0]));
    }
  }

  /** Accepts users with the right password. */
  private static void me(ChannelHandlerContext ctx, FullHttpRequest request) {
    String header = request.headers().get("Authorization");
    String[] pair = {};
    if (header != null && header.startsWith(BASIC)) {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()));
      pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    }
    if (pair.length == 2 && pair[1].equals("secret of " + pair[0])) {
      text(ctx, request, AppRuntime.countHandler(pair[0]));
    } else {
      send(ctx, request, response(HttpResponseStatus.UNAUTHORIZED, new byte[0]));
    }
  }

  /** Says which page has run, whatever the method and the path were. */
  private static void reached(ChannelHandlerContext ctx, FullHttpRequest request, String page) {
    FullHttpResponse response =
        response(HttpResponseStatus.OK, page.getBytes(StandardCharsets.UTF_8));
    response.headers().set("X-Reached", page);
    send(ctx, request, response);
  }

  private static void text(ChannelHandlerContext ctx, FullHttpRequest request, String text) {
    FullHttpResponse response =
        response(HttpResponseStatus.OK, text.getBytes(StandardCharsets.UTF_8));
    response.headers().set("Content-Type", "text/plain");
    send(ctx, request, response);
  }

  private static FullHttpResponse response(HttpResponseStatus status, byte[] body) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response.headers().set("Content-Length", Integer.toString(body.length));
    return response;
  }

  private static void send(
      ChannelHandlerContext ctx, FullHttpRequest request, FullHttpResponse response) {
    HttpHeaders headers = response.headers();
    String stream = request.headers().get("x-http2-stream-id");
    if (stream != null) {
      headers.set("x-http2-stream-id", stream);
    }
    boolean head = request.method().equals(HttpMethod.HEAD);
    ctx.writeAndFlush(head ? response.replace(Unpooled.EMPTY_BUFFER) : response);
  }
}
