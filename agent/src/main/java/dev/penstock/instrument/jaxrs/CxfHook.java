package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CXF, when it has found the resource method of a request and its filters are through. */
public final class CxfHook implements Hook {
  /*
   * Of its two methods of this name, the one with the service object as well: the other one runs
   * once more when a suspended request is resumed, and does not know of sub-resources.
   */
  private static final String INVOKER = "org.apache.cxf.jaxrs.JAXRSInvoker";
  private static final String ADVICE = "dev.penstock.instrument.jaxrs.CxfAdvice";
  private static final String DESCRIPTOR =
      "(Lorg/apache/cxf/message/Exchange;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

  private final ServletExchanges calls;
  private final ClassValue<CxfApi> apis =
      new ClassValue<>() {
        @Override
        protected CxfApi computeValue(Class<?> invokerType) {
          return new CxfApi(invokerType);
        }
      };

  public CxfHook(ServletExchanges calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "cxf";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(INVOKER, "invoke", DESCRIPTOR, ADVICE));
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object invoker, Object exchange, @Nullable Object none) {
    return apis.get(invoker.getClass()).visit(exchange, calls);
  }
}
