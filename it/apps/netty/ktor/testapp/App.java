package testapp;

import io.ktor.http.ContentType;
import io.ktor.http.content.OutgoingContent;
import io.ktor.http.content.TextContent;
import io.ktor.server.application.ApplicationCallPipeline;
import io.ktor.server.application.PipelineCall;
import io.ktor.server.engine.EmbeddedServerKt;
import io.ktor.server.netty.Netty;
import io.ktor.server.request.ApplicationRequestPropertiesKt;
import io.ktor.utils.io.ByteReadChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.logging.LogManager;
import kotlin.Unit;

/** Ktor on Netty, with an interceptor in place of routes, whose functions need Kotlin. */
public final class App {
  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int wanted = AppRuntime.port(args);
    int port = wanted == 0 ? freePort() : wanted;
    EmbeddedServerKt.embeddedServer(
            Netty.INSTANCE,
            port,
            "127.0.0.1",
            List.of(),
            (application, started) -> {
              application.intercept(
                  ApplicationCallPipeline.ApplicationPhase.getCall(),
                  (pipeline, subject, continuation) -> {
                    PipelineCall call = pipeline.getContext();
                    return call.respond(content(call), null, continuation);
                  });
              return Unit.INSTANCE;
            })
        .start(/* wait= */ false);
    AppRuntime.ready(port);
    // Its own threads do not keep the JVM alive.
    Thread.currentThread().join();
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OutgoingContent content(PipelineCall call) {
    return switch (ApplicationRequestPropertiesKt.path(call.getRequest())) {
      case "/hello" -> text(AppRuntime.countHandler("hello"));
      case "/handled" -> text(AppRuntime.handlerCalls());
      case "/slow" -> slow(Long.parseLong(call.getRequest().getQueryParameters().get("ms")));
      case "/echo" -> new Echo(call.getRequest().receiveChannel());
      default -> text("no such page");
    };
  }

  private static OutgoingContent text(String text) {
    return new TextContent(text, ContentType.Text.INSTANCE.getPlain(), null);
  }

  private static OutgoingContent slow(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    return text(AppRuntime.countHandler("slow"));
  }

  /** The body of the request as the body of the response. */
  private static final class Echo extends OutgoingContent.ReadChannelContent {
    private final ByteReadChannel body;

    Echo(ByteReadChannel body) {
      this.body = body;
    }

    @Override
    public ByteReadChannel readFrom() {
      return body;
    }
  }
}
