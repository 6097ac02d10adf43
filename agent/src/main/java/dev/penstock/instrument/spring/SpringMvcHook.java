package dev.penstock.instrument.spring;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Spring MVC when the handler is known, before the interceptors run. */
public final class SpringMvcHook implements InboundHook {
  /*
   * By then the matching pattern is an attribute of the request. Calling the mappings directly
   * would be earlier, but has broken applications. A skipped method returns false, which means to
   * Spring that the response is complete.
   */
  private static final String CHAIN = "org.springframework.web.servlet.HandlerExecutionChain";
  private static final String ADVICE = "dev.penstock.instrument.spring.SpringMvcAdvice";
  private static final String PATTERN =
      "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

  private final ServletExchanges exchanges;

  public SpringMvcHook(ServletExchanges exchanges) {
    this.exchanges = exchanges;
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
    Object pattern = exchanges.attribute(request, PATTERN);
    return exchanges.routed(
        request, response, pattern == null ? null : exchanges.prefix(request) + pattern);
  }
}
