package dev.penstock.instrument.spring;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Spring MVC, when it has found the handler of a request and is about to ask the interceptors. */
public final class SpringMvcHook implements Hook {
  /*
   * By then the pattern that matched is an attribute of the request; asking the mappings ourselves
   * would be earlier, and has broken applications. A method that does not run answers false here,
   * and to Spring that means that the request was answered.
   */
  private static final String CHAIN = "org.springframework.web.servlet.HandlerExecutionChain";
  private static final String ADVICE = "dev.penstock.instrument.spring.SpringMvcAdvice";
  private static final String PATTERN =
      "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

  private final ServletExchanges calls;

  public SpringMvcHook(ServletExchanges calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "spring-mvc";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(target("javax"), target("jakarta"));
  }

  private static HookTarget target(String namespace) {
    String types = "L" + namespace + "/servlet/http/HttpServlet";
    String descriptor = "(" + types + "Request;" + types + "Response;)Z";
    return HookTarget.in(CHAIN, "applyPreHandle", descriptor, ADVICE);
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object chain, Object request, @Nullable Object response) {
    if (response == null) {
      return null;
    }
    Object pattern = calls.attribute(request, PATTERN);
    return calls.routed(
        request, response, pattern == null ? null : calls.prefix(request) + pattern);
  }
}
