package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Undertow, whose exchange carries the servlet request that was made for it. */
final class UndertowEntry implements ContainerEntry {
  /*
   * The handler woven into is the outermost one of a deployment that knows the servlet request. It
   * is inside the one that ends the request, so a listener can still be added when it returns.
   */
  private final ServletExchanges calls;
  private final ClassValue<Attachment> attachments =
      new ClassValue<>() {
        @Override
        protected Attachment computeValue(Class<?> handlerType) {
          return Attachment.of(handlerType);
        }
      };

  UndertowEntry(ServletExchanges calls) {
    this.calls = calls;
  }

  /**
   * A request that comes in.
   *
   * @param place the handler that was woven into
   */
  @Override
  public @Nullable InboundExchange visit(Object place, Object exchange, @Nullable Object none) {
    Attachment attachment = attachments.get(place.getClass());
    Object context = Handles.call(attachment.get, exchange, attachment.key);
    if (context == null) {
      return null;
    }
    Object request = Handles.get(attachment.getServletRequest, context);
    Object response = Handles.get(attachment.getServletResponse, context);
    ServletApi api = calls.api(request);
    return api == null || !calls.enters(api, request, response)
        ? null
        : new ServletExchange(api, request, response, Milestone.ENTERED);
  }

  /**
   * How to find the servlet request of an exchange.
   *
   * @param key what it is attached by
   */
  private record Attachment(
      Object key,
      MethodHandle get,
      MethodHandle getServletRequest,
      MethodHandle getServletResponse) {
    static Attachment of(Class<?> handlerType) {
      Class<?> contextType =
          Handles.sibling(handlerType, "io.undertow.servlet.handlers.ServletRequestContext");
      Class<?> exchangeType = Handles.sibling(handlerType, "io.undertow.server.HttpServerExchange");
      Class<?> keyType = Handles.sibling(handlerType, "io.undertow.util.AttachmentKey");
      Handles context = new Handles(contextType);
      return new Attachment(
          context.staticField("ATTACHMENT_KEY"),
          new Handles(exchangeType).bindAny("getAttachment", keyType),
          context.bindAny("getServletRequest"),
          context.bindAny("getServletResponse"));
    }
  }
}
