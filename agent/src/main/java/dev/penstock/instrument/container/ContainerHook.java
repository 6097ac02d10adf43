package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Servlet containers, where they are about to check whether the client may see a page. */
public final class ContainerHook implements Hook {
  /*
   * A container that manages logins answers a wrong password by itself, and so it does with a path
   * that has no servlet: no filter ever sees such a request. So it is judged one step before the
   * container's own security. By then the container has found the servlet, so the path is the one
   * it routes by, and what its operator has put in front (a valve that reads X-Forwarded-For, a
   * rewrite) has done its work. docs/decisions/0023-before-the-containers-security.md
   *
   * A container that is not known here has the first filter decide, as has an application that is
   * deployed without any security handler.
   */
  private static final String ADVICE = "dev.penstock.instrument.container.";
  private static final String TOMCAT = "org.apache.catalina.authenticator.AuthenticatorBase";
  private static final String TOMCAT_INVOKE =
      "(Lorg/apache/catalina/connector/Request;Lorg/apache/catalina/connector/Response;)V";
  private static final String LIBERTY = "com.ibm.ws.webcontainer.filter.WebAppFilterManager";
  private static final String UNDERTOW = "io.undertow.servlet.handlers.SendErrorPageHandler";
  private static final String EXCHANGE = "io.undertow.server.HttpServerExchange";
  private static final String UNDERTOW_HANDLE = "(Lio/undertow/server/HttpServerExchange;)V";
  private static final String JETTY = "org.eclipse.jetty.";
  private static final String JETTY_CORE_HANDLE =
      "(Lorg/eclipse/jetty/server/Request;Lorg/eclipse/jetty/server/Response;"
          + "Lorg/eclipse/jetty/util/Callback;)Z";

  private final ServletExchanges calls;
  private final ClassValue<ContainerEntry> doors =
      new ClassValue<>() {
        @Override
        protected ContainerEntry computeValue(Class<?> callType) {
          return doorFor(callType);
        }
      };

  public ContainerHook(ServletExchanges calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "container";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    targets.add(HookTarget.in(TOMCAT, "invoke", TOMCAT_INVOKE, ADVICE + "ContainerAdvice"));
    targets.add(liberty("javax"));
    targets.add(liberty("jakarta"));
    targets.add(
        HookTarget.in(UNDERTOW, "handleRequest", UNDERTOW_HANDLE, ADVICE + "UndertowAdvice"));
    String security = "security.SecurityHandler";
    targets.add(jetty(JETTY + security, "server", "javax"));
    targets.add(jetty(JETTY + security, "server", "jakarta"));
    targets.add(jetty(JETTY + "ee8." + security, "ee8/nested", "javax"));
    targets.add(jetty(JETTY + "ee9." + security, "ee9/nested", "jakarta"));
    targets.add(
        HookTarget.in(JETTY + security, "handle", JETTY_CORE_HANDLE, ADVICE + "JettyCoreAdvice"));
    return targets;
  }

  private static HookTarget liberty(String namespace) {
    String servlet = "L" + namespace + "/servlet/Servlet";
    String descriptor =
        ("(" + servlet + "Request;" + servlet + "Response;")
            + "Lcom/ibm/wsspi/webcontainer/servlet/IServletContext;"
            + "Lcom/ibm/wsspi/webcontainer/RequestProcessor;Ljava/util/EnumSet;"
            + "Lcom/ibm/wsspi/http/HttpInboundConnection;)Z";
    return HookTarget.in(LIBERTY, "invokeFilters", descriptor, ADVICE + "ContainerAdvice");
  }

  private static HookTarget jetty(String type, String requestPackage, String namespace) {
    String http = "L" + namespace + "/servlet/http/HttpServlet";
    String descriptor =
        ("(Ljava/lang/String;Lorg/eclipse/jetty/" + requestPackage + "/Request;")
            + (http + "Request;" + http + "Response;)V");
    return HookTarget.in(type, "handle", descriptor, ADVICE + "JettyAdvice");
  }

  @Override
  public @Nullable InboundExchange exchange(Object place, Object call, @Nullable Object answer) {
    return doors.get(call.getClass()).visit(place, call, answer);
  }

  private ContainerEntry doorFor(Class<?> callType) {
    if (Handles.typeNamed(callType, EXCHANGE) != null) {
      return new UndertowEntry(calls);
    }
    Class<?> core = Handles.typeNamed(callType, JettyCoreApi.REQUEST);
    return core == null || !core.isInterface()
        ? new ServletContainerEntry(calls)
        : new JettyCoreEntry(calls);
  }
}
