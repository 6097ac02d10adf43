package dev.penstock.instrument.container;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Catches requests in servlet containers, before the container's own security, and in Undertow and
 * Jetty 12 also requests that no servlet handles.
 */
public final class ContainerHook implements InboundHook {
  /*
   * A container that manages logins rejects a wrong password itself, and it responds itself if no
   * servlet matches. No filter ever sees such requests, so rules apply one step before the
   * container's security. By then the container has found the servlet, so the path is the one that
   * it routes by, and the operator's own extensions (a valve that reads X-Forwarded-For, a rewrite)
   * have run. docs/decisions/0023-before-the-containers-security.md
   *
   * In other containers, and in applications that are deployed without a security handler, rules
   * apply at the first filter.
   *
   * Undertow and Jetty 12 also serve applications without servlets. There, rules apply where the
   * server passes a request to the first handler, unless its handlers lead to servlets.
   * docs/decisions/0033-handlers-without-servlets.md
   */
  private static final String JETTY_CORE_ADVICE =
      "dev.penstock.instrument.container.JettyCoreAdvice";
  private static final String TOMCAT = "org.apache.catalina.authenticator.AuthenticatorBase";
  private static final String TOMCAT_INVOKE =
      "(Lorg/apache/catalina/connector/Request;Lorg/apache/catalina/connector/Response;)V";
  private static final String LIBERTY = "com.ibm.ws.webcontainer.filter.WebAppFilterManager";
  private static final String UNDERTOW_ROOT = "io.undertow.server.Connectors";
  private static final String EXCHANGE = "io.undertow.server.HttpServerExchange";
  private static final String UNDERTOW_HANDLE = "(Lio/undertow/server/HttpServerExchange;)V";
  private static final String UNDERTOW_EXECUTE =
      "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V";
  private static final String JETTY = "org.eclipse.jetty.";
  private static final String JETTY_CORE_HANDLE =
      "(Lorg/eclipse/jetty/server/Request;Lorg/eclipse/jetty/server/Response;"
          + "Lorg/eclipse/jetty/util/Callback;)Z";

  private final ServletExchanges exchanges;
  private final HiddenHandlers hiddenHandlers;
  private final ClassValue<ContainerEntry> entries =
      new ClassValue<>() {
        @Override
        protected ContainerEntry computeValue(Class<?> requestType) {
          return entryFor(requestType);
        }
      };

  public ContainerHook(ServletExchanges exchanges, AgentLog log) {
    this.exchanges = exchanges;
    hiddenHandlers = new HiddenHandlers(log);
  }

  @Override
  public String name() {
    return "container";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    targets.add(
        HookTarget.in(TOMCAT, "invoke", TOMCAT_INVOKE, ADVICE)
            .passing(name(), THIS, argument(0), argument(1)));
    targets.add(liberty("javax"));
    targets.add(liberty("jakarta"));
    targets.add(
        HookTarget.in(UndertowEntry.DEPLOYMENT_HANDLER, "handleRequest", UNDERTOW_HANDLE, ADVICE)
            .passing(name(), THIS, argument(0), NONE));
    targets.add(
        HookTarget.in(UNDERTOW_ROOT, "executeRootHandler", UNDERTOW_EXECUTE, ADVICE)
            .passing(name(), argument(0), argument(1), NONE));
    String security = "security.SecurityHandler";
    targets.add(jetty(JETTY + security, "server", "javax"));
    targets.add(jetty(JETTY + security, "server", "jakarta"));
    targets.add(jetty(JETTY + "ee8." + security, "ee8/nested", "javax"));
    targets.add(jetty(JETTY + "ee9." + security, "ee9/nested", "jakarta"));
    targets.add(jettyCore(JETTY + security));
    targets.add(jettyCore(JETTY + "server.Server"));
    return targets;
  }

  private HookTarget liberty(String namespace) {
    String servlet = "L" + namespace + "/servlet/Servlet";
    String descriptor =
        ("(" + servlet + "Request;" + servlet + "Response;")
            + "Lcom/ibm/wsspi/webcontainer/servlet/IServletContext;"
            + "Lcom/ibm/wsspi/webcontainer/RequestProcessor;Ljava/util/EnumSet;"
            + "Lcom/ibm/wsspi/http/HttpInboundConnection;)Z";
    return HookTarget.in(LIBERTY, "invokeFilters", descriptor, ADVICE)
        .passing(name(), THIS, argument(0), argument(1));
  }

  private HookTarget jetty(String type, String requestPackage, String namespace) {
    String http = "L" + namespace + "/servlet/http/HttpServlet";
    String descriptor =
        ("(Ljava/lang/String;Lorg/eclipse/jetty/" + requestPackage + "/Request;")
            + (http + "Request;" + http + "Response;)V");
    return HookTarget.in(type, "handle", descriptor, ADVICE)
        .passing(name(), argument(1), argument(2), argument(3));
  }

  private HookTarget jettyCore(String type) {
    return HookTarget.in(type, "handle", JETTY_CORE_HANDLE, JETTY_CORE_ADVICE)
        .passing(name(), argument(2), argument(0), argument(1));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object request, @Nullable Object response) {
    return entries.get(request.getClass()).exchange(place, request, response);
  }

  /** True if rules have applied to this request of a server, though no servlet handles it. */
  public boolean hasDecided(Object request) {
    return entries.get(request.getClass()).hasDecided(request);
  }

  private ContainerEntry entryFor(Class<?> requestType) {
    if (Handles.typeNamed(requestType, EXCHANGE) != null) {
      return new UndertowEntry(exchanges, hiddenHandlers);
    }
    Class<?> core = Handles.typeNamed(requestType, JettyCoreApi.REQUEST);
    return core == null || !core.isInterface()
        ? new ServletContainerEntry(exchanges)
        : new JettyCoreEntry(exchanges, hiddenHandlers);
  }
}
