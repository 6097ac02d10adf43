package dev.penstock.instrument.ktor;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the responses of calls of Ktor, through handles bound once. */
final class CallResponses {
  private static final String SERVER = "io.ktor.server.";

  private final Class<?> root;
  private final Object contentTypes;
  private final Object statuses;
  private final MethodHandle response;
  private final MethodHandle headers;
  private final MethodHandle append;
  private final MethodHandle pipeline;
  private final MethodHandle status;
  private final MethodHandle statusValue;
  private final MethodHandle statusOf;
  private final MethodHandle statusOfException;
  private final MethodHandle contentType;
  private final MethodHandle newContent;
  private final MethodHandle newStatusOnly;
  private final MethodHandle respond;

  CallResponses(Class<?> root) {
    this.root = root;
    Class<?> statusType = named("io.ktor.http.HttpStatusCode");
    contentTypes = type("io.ktor.http.ContentType").staticField("Companion");
    statuses = new Handles(statusType).staticField("Companion");
    Handles call = type(SERVER + "application.PipelineCall");
    response = call.bindAny("getResponse");
    Class<?> continuationType = named("kotlin.coroutines.Continuation");
    Class<?> infoType = named("io.ktor.util.reflect.TypeInfo");
    respond = call.bindAny("respond", Object.class, infoType, continuationType);
    Handles responses = type(SERVER + "response.PipelineResponse");
    headers = responses.bindAny("getHeaders");
    pipeline = responses.bindAny("getPipeline");
    status = responses.bindAny("status");
    Handles fields = type(SERVER + "response.ResponseHeaders");
    append = fields.bindAny("append", String.class, String.class, boolean.class);
    statusValue = new Handles(statusType).bind("getValue", int.class);
    statusOf = new Handles(statuses.getClass()).bindAny("fromValue", int.class);
    Handles engine = type(SERVER + "engine.DefaultEnginePipelineKt");
    statusOfException = engine.bindAny("defaultExceptionStatusCode", Throwable.class);
    contentType = new Handles(contentTypes.getClass()).bindAny("parse", String.class);
    newContent =
        type("io.ktor.http.content.ByteArrayContent")
            .bindConstructor(byte[].class, named("io.ktor.http.ContentType"), statusType);
    newStatusOnly = type(SERVER + "http.content.HttpStatusCodeContent").bindConstructor(statusType);
  }

  private Class<?> named(String name) {
    return Handles.sibling(root, name);
  }

  private Handles type(String name) {
    return new Handles(named(name));
  }

  /** Appends header fields to the response of a call. */
  void append(Object call, List<HeaderField> fields) {
    if (fields.isEmpty()) {
      return;
    }
    Object all = Handles.get(headers, Handles.get(response, call));
    try {
      for (HeaderField field : fields) {
        Object unused =
            (Object)
                append.invokeExact(
                    all, (Object) field.name(), (Object) field.value(), (Object) false);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Responds to a rejected call; a coroutine. */
  @Nullable Object respond(
      Object call, String method, RejectionResponse rejection, Object continuation) {
    append(call, rejection.fields());
    Object content = content(method, rejection);
    try {
      return (Object) respond.invokeExact(call, content, (Object) null, continuation);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object content(String method, RejectionResponse rejection) {
    Object code = Handles.get(statusOf, statuses, rejection.status());
    if (method.equals("HEAD")) {
      return Handles.get(newStatusOnly, code);
    }
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    Object type = Handles.get(contentType, contentTypes, rejection.contentType());
    return Handles.get(newContent, body, type, code);
  }

  /** The status of the response; 0 if none is set. */
  int status(Object call) {
    return value(Handles.call(status, Handles.get(response, call)));
  }

  /** The status that Ktor sends for an exception; 0 if it has none of its own. */
  int statusFor(Throwable thrown) {
    return value(Handles.call(statusOfException, thrown));
  }

  private int value(@Nullable Object code) {
    return code == null ? 0 : Handles.number(statusValue, code);
  }

  /** The pipeline that the response of a call passes. */
  Object pipeline(Object call) {
    return Handles.get(pipeline, Handles.get(response, call));
  }
}
