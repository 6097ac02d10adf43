package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.servlet.ServletApi;
import dev.penstock.instrument.servlet.ServletExchange;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Makes exchanges of the requests of Undertow, at a root handler or at a servlet. */
final class UndertowEntry implements ContainerEntry {
  /*
   * The instrumented handler of a deployment is the outermost one that has the servlet request. It
   * runs inside the one that ends the request, so a listener can still be added when it returns.
   * Requests that no servlet handles are decided where Undertow calls a root handler.
   */
  static final String DEPLOYMENT_HANDLER = "io.undertow.servlet.handlers.SendErrorPageHandler";

  private final UndertowRootEntry root;
  private final ServletExchanges exchanges;
  private final ClassValue<Attachment> attachments =
      new ClassValue<>() {
        @Override
        protected Attachment computeValue(Class<?> handlerType) {
          return Attachment.of(handlerType);
        }
      };

  UndertowEntry(ServletExchanges exchanges, HiddenHandlers hiddenHandlers) {
    this.exchanges = exchanges;
    root = new UndertowRootEntry(hiddenHandlers);
  }

  /**
   * Returns the exchange of a request.
   *
   * @param handler the handler of a deployment, or any other handler at the root
   */
  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object serverExchange, @Nullable Object none) {
    return handler.getClass().getName().equals(DEPLOYMENT_HANDLER)
        ? servletExchange(handler, serverExchange)
        : root.exchange(handler, serverExchange);
  }

  @Override
  public boolean hasDecided(Object serverExchange) {
    return root.hasDecided(serverExchange);
  }

  private @Nullable InboundExchange servletExchange(Object handler, Object serverExchange) {
    Attachment attachment = attachments.get(handler.getClass());
    Object context = Handles.call(attachment.get, serverExchange, attachment.key);
    if (context == null) {
      return null;
    }
    Object request = Handles.get(attachment.getServletRequest, context);
    Object response = Handles.get(attachment.getServletResponse, context);
    ServletApi api = exchanges.api(request);
    boolean isFirst = api != null && exchanges.markEntered(api, request, response);
    return api == null || !isFirst || root.hasDecided(serverExchange)
        ? null
        : new ServletExchange(api, request, response, Milestone.ENTERED);
  }

  /**
   * Reads the servlet request that is attached to an exchange.
   *
   * @param key the key of the attachment
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
