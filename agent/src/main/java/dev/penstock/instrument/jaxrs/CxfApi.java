package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.servlet.ServletExchanges;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the route and user of a request of CXF, through handles bound once. */
final class CxfApi {
  private static final String CXF = "org.apache.cxf.";
  private static final String INVOKER = CXF + "jaxrs.JAXRSInvoker";
  private static final String SERVLET_REQUEST = "HTTP.REQUEST";
  private static final String BASE_PATH = CXF + "message.Message.BASE_PATH";

  private final JaxrsApi jaxrs;
  private final Class<?> operationType;
  private final Class<?> stackType;
  private final MethodHandle getInMessage;
  private final MethodHandle get;
  private final MethodHandle isSubResourceLocator;
  private final MethodHandle getMethodInfo;
  private final MethodHandle getClassResourceInfo;
  private final MethodHandle templateOfClass;
  private final MethodHandle templateOfMethod;
  private final MethodHandle getValue;
  private final MethodHandle newResult;

  CxfApi(Class<?> invokerType) {
    Class<?> type = Handles.typeNamed(invokerType, INVOKER);
    if (type == null) {
      throw new IllegalStateException(invokerType.getName() + " is no invoker of CXF");
    }
    operationType = Handles.sibling(type, CXF + "jaxrs.model.OperationResourceInfo");
    stackType = Handles.sibling(type, CXF + "jaxrs.model.OperationResourceInfoStack");
    getInMessage = of(type, "message.Exchange").bind("getInMessage", Object.class);
    get = of(type, "message.StringMap").bind("get", Object.class, Class.class);
    Handles operation = new Handles(operationType);
    isSubResourceLocator = operation.bind("isSubResourceLocator", boolean.class);
    getClassResourceInfo = operation.bind("getClassResourceInfo", Object.class);
    templateOfMethod = operation.bind("getURITemplate", Object.class);
    templateOfClass =
        of(type, "jaxrs.model.ClassResourceInfo").bind("getURITemplate", Object.class);
    getMethodInfo =
        of(type, "jaxrs.model.MethodInvocationInfo").bind("getMethodInfo", Object.class);
    getValue = of(type, "jaxrs.model.URITemplate").bind("getValue", String.class);
    newResult = of(type, "message.MessageContentsList").bindConstructor(List.class);
    // The superclass is the response type of the JAX-RS API that this CXF implements.
    jaxrs = new JaxrsApi(Handles.sibling(type, CXF + "jaxrs.impl.ResponseImpl").getSuperclass());
  }

  private static Handles of(Class<?> sibling, String name) {
    return new Handles(Handles.sibling(sibling, CXF + name));
  }

  /** The exchange of a request; null also if the invoked method only locates a sub-resource. */
  @Nullable InboundExchange exchange(Object cxfExchange, ServletExchanges exchanges) {
    try {
      Object message = (Object) getInMessage.invokeExact(cxfExchange);
      Object operation = (Object) get.invokeExact(cxfExchange, (Class) operationType);
      if (!(message instanceof Map<?, ?> properties)
          || (operation != null && (boolean) isSubResourceLocator.invokeExact(operation))) {
        return null;
      }
      Object request = properties.get(SERVLET_REQUEST);
      Object requestMark = request == null ? null : exchanges.mark(request);
      FirstPassMark mark = JaxrsMarks.of(requestMark);
      return mark == null
          ? null
          : new JaxrsExchange(mark, route(message), () -> user(message), this::rejection);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private String route(Object message) throws Throwable {
    List<@Nullable String> parts = new ArrayList<>();
    if (((Map<?, ?>) message).get(BASE_PATH) instanceof String base) {
      parts.add(base);
    }
    Object stack = (Object) get.invokeExact(message, (Class) stackType);
    if (stack instanceof List<?> invocations) {
      for (Object invocation : invocations) {
        Object method = (Object) getMethodInfo.invokeExact(invocation);
        Object resource = (Object) getClassResourceInfo.invokeExact(method);
        parts.add(text((Object) templateOfClass.invokeExact(resource)));
        parts.add(text((Object) templateOfMethod.invokeExact(method)));
      }
    }
    return RouteTemplate.join(parts);
  }

  private @Nullable String text(@Nullable Object template) throws Throwable {
    return template == null ? null : (String) getValue.invokeExact(template);
  }

  private @Nullable String user(Object message) {
    try {
      return jaxrs.user((Object) get.invokeExact(message, (Class) jaxrs.securityContextType()));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object rejection(RejectionResponse rejection) {
    Object contents = List.of(jaxrs.rejection(rejection));
    try {
      return (Object) newResult.invokeExact(contents);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
