package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Pages that make calls to the servers of this application, and show their results. */
final class CallPages {
  private static final int MESSAGES = 50;

  private final Transports transports;
  private final Map<String, OpenChat> chats = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  CallPages(Transports transports) {
    this.transports = transports;
  }

  /** A chat that a page has opened. */
  private record OpenChat(
      ClientCall<byte[], byte[]> call, StreamObserver<byte[]> requests, Played played) {}

  void handle(HttpExchange exchange) throws IOException {
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    String text;
    try {
      text =
          switch (exchange.getRequestURI().getPath()) {
            case "/calls" -> calls(query);
            case "/streams" -> streams(query);
            case "/open" -> open(query);
            case "/close" -> close(query);
            case "/cancel" -> cancel(query);
            case "/handled" -> AppRuntime.handlerCalls();
            default -> "no such page";
          };
    } catch (Exception e) {
      text = e.toString();
    }
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> values = new HashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&")) {
        int equals = pair.indexOf('=');
        values.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    return values;
  }

  /** The channel with the headers that a page was asked to send. */
  private Channel channel(Map<String, String> query) {
    var headers = new Metadata();
    String header = query.get("header");
    if (header != null) {
      int colon = header.indexOf(':');
      headers.put(
          Metadata.Key.of(header.substring(0, colon), Metadata.ASCII_STRING_MARSHALLER),
          header.substring(colon + 1));
    }
    return ClientInterceptors.intercept(
        transports.channel(query.get("transport")),
        MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static CallOptions options(Map<String, String> query) {
    return CallOptions.DEFAULT.withDeadlineAfter(
        Long.parseLong(query.getOrDefault("millis", "30000")), TimeUnit.MILLISECONDS);
  }

  /** Makes unary calls; a line for each. */
  private String calls(Map<String, String> query) throws Exception {
    int count = Integer.parseInt(query.getOrDefault("count", "1"));
    var threads =
        Executors.newFixedThreadPool(Integer.parseInt(query.getOrDefault("threads", "1")));
    try {
      List<Future<String>> results = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        results.add(threads.submit(() -> unary(query)));
      }
      List<String> lines = new ArrayList<>();
      for (Future<String> each : results) {
        lines.add(each.get());
      }
      return String.join("\n", lines);
    } finally {
      threads.shutdown();
    }
  }

  private String unary(Map<String, String> query) {
    var headers = new AtomicReference<Metadata>();
    var trailers = new AtomicReference<Metadata>();
    Channel channel =
        ClientInterceptors.intercept(
            channel(query), MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
    MethodDescriptor<byte[], byte[]> method = CallService.method(query.get("method"));
    byte[] request = query.getOrDefault("text", "hello").getBytes(UTF_8);
    var played = new Played();
    if (query.containsKey("blocking")) {
      try {
        played.onNext(ClientCalls.blockingUnaryCall(channel, method, options(query), request));
        played.onCompleted();
      } catch (StatusRuntimeException e) {
        played.onError(e);
      }
    } else {
      ClientCalls.asyncUnaryCall(channel.newCall(method, options(query)), request, played);
    }
    return played.end() + " | " + fields(headers.get()) + " | " + fields(trailers.get());
  }

  private static String fields(Metadata metadata) {
    var text = new StringBuilder();
    for (String name : metadata == null ? List.<String>of() : new TreeSet<>(metadata.keys())) {
      String value =
          name.endsWith(Metadata.BINARY_HEADER_SUFFIX)
              ? Base64.getEncoder()
                  .encodeToString(
                      metadata.get(Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER)))
              : metadata.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
      text.append(name).append('=').append(value).append("; ");
    }
    return text.toString().strip();
  }

  /** Makes one call of each streaming kind; a line for each. */
  private String streams(Map<String, String> query) {
    return String.join("\n", upload(query), download(query), chat(query));
  }

  private String upload(Map<String, String> query) {
    var played = new Played();
    StreamObserver<byte[]> requests =
        ClientCalls.asyncClientStreamingCall(newCall("Upload", query), played);
    for (int n = 0; n < MESSAGES; n++) {
      requests.onNext(Arrays.copyOfRange(Content.bytes(), n, n + 20_000));
    }
    requests.onCompleted();
    return played.end();
  }

  private String download(Map<String, String> query) {
    var played = new Played();
    ClientCalls.asyncServerStreamingCall(
        newCall("Download", query), Integer.toString(MESSAGES).getBytes(UTF_8), played);
    return played.end();
  }

  private String chat(Map<String, String> query) {
    var played = new Played();
    StreamObserver<byte[]> requests =
        ClientCalls.asyncBidiStreamingCall(newCall("Chat", query), played);
    for (int n = 0; n < MESSAGES; n++) {
      requests.onNext(("message " + n).getBytes(UTF_8));
    }
    requests.onCompleted();
    return played.end();
  }

  private ClientCall<byte[], byte[]> newCall(String method, Map<String, String> query) {
    return channel(query).newCall(CallService.method(method), options(query));
  }

  /** Opens a chat; its number, or the status if it has failed. */
  private String open(Map<String, String> query) {
    var played = new Played();
    ClientCall<byte[], byte[]> call = newCall("Chat", query);
    StreamObserver<byte[]> requests = ClientCalls.asyncBidiStreamingCall(call, played);
    if (query.containsKey("silent")) {
      return keep(new OpenChat(call, requests, played));
    }
    requests.onNext("first".getBytes(UTF_8));
    String status = played.first();
    return status.equals("OK") ? keep(new OpenChat(call, requests, played)) : status;
  }

  private String keep(OpenChat chat) {
    String number = Integer.toString(numbers.incrementAndGet());
    chats.put(number, chat);
    return number;
  }

  private String close(Map<String, String> query) {
    OpenChat chat = chats.remove(query.get("chat"));
    chat.requests().onCompleted();
    return chat.played().end();
  }

  private String cancel(Map<String, String> query) {
    OpenChat chat = chats.remove(query.get("chat"));
    chat.call().cancel("canceled by the page", /* cause= */ null);
    return chat.played().end();
  }
}
