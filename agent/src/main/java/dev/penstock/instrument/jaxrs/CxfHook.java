package dev.penstock.instrument.jaxrs;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of CXF when the resource method is known and request filters have run. */
public final class CxfHook implements InboundHook {
  /*
   * CXF has two methods of this name. This is the one that also takes the service object. The other
   * one runs again when a suspended request resumes, and does not run for sub-resources.
   */
  private static final String INVOKER = "org.apache.cxf.jaxrs.JAXRSInvoker";
  private static final String RESOURCE_METHOD_ADVICE =
      "dev.penstock.instrument.jaxrs.ResourceMethodAdvice";
  private static final String DESCRIPTOR =
      "(Lorg/apache/cxf/message/Exchange;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

  private final ServletExchanges exchanges;
  private final ClassValue<CxfApi> apis =
      new ClassValue<>() {
        @Override
        protected CxfApi computeValue(Class<?> invokerType) {
          return new CxfApi(invokerType);
        }
      };

  public CxfHook(ServletExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "cxf";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(INVOKER, "invoke", DESCRIPTOR, RESOURCE_METHOD_ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object invoker, Object cxfExchange, @Nullable Object none) {
    return apis.get(invoker.getClass()).exchange(cxfExchange, exchanges);
  }
}
