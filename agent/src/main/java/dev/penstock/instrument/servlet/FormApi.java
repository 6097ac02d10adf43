package dev.penstock.instrument.servlet;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.EncodedParameters;
import dev.penstock.http.TextEncoding;
import dev.penstock.instrument.CompanionClassLoader;
import dev.penstock.instrument.Handles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads the form of a request, and makes a request that the application can read again. */
final class FormApi {
  /*
   * Rules read forms of up to START_BYTES. A longer form may have another value of a field later
   * on, so it has no key. Its rest stays in the container's stream, where the application reads it.
   * If the application reads parameters, the whole form has to be in memory. The container's own
   * limit for that is unknown here, so the limit is Tomcat's default, the largest common one. A
   * form that declares a larger size is not read; one that turns out to be larger has no
   * parameters, as in Tomcat.
   */
  static final int START_BYTES = 64 * 1024;
  static final int MAX_BYTES = ReplayedRequest.MAX_BYTES;
  private static final int CHUNK_BYTES = 4 * 1024;

  private static final String PACKAGE = "dev.penstock.instrument.servlet.";
  private static final String REPLAYED_REQUEST = PACKAGE + "ReplayedRequest";
  private static final Set<String> REPLAY_CLASSES =
      Set.of(REPLAYED_REQUEST, PACKAGE + "ReplayedBody", PACKAGE + "PartlyReadBody");

  private static volatile boolean hasRead;

  private final MethodHandle getContentLength;
  private final MethodHandle getInputStream;
  private final MethodHandle getServletContext;
  private final MethodHandle getServerInfo;
  private final MethodHandle getMajorVersion;
  private final MethodHandle getMinorVersion;
  private final MethodHandle replayed;
  private final MethodHandle forDispatch;

  FormApi(Class<?> requestType, String namespace) {
    Handles request = new Handles(requestType);
    Handles context = new Handles(Handles.sibling(requestType, namespace + ".ServletContext"));
    getContentLength = request.bind("getContentLength", int.class);
    getInputStream = request.bind("getInputStream", InputStream.class);
    getServletContext = request.bind("getServletContext", Object.class);
    getServerInfo = context.bind("getServerInfo", String.class);
    getMajorVersion = context.bind("getMajorVersion", int.class);
    getMinorVersion = context.bind("getMinorVersion", int.class);
    Class<?> type = replayedRequestType(requestType.getClassLoader(), namespace);
    Class<?> responseType = Handles.sibling(requestType, namespace + ".ServletResponse");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    try {
      replayed = lookup.unreflectConstructor(type.getConstructors()[0]);
      forDispatch =
          lookup.findVirtual(
              type, "forDispatch", MethodType.methodType(type, requestType, responseType));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Class<?> replayedRequestType(@Nullable ClassLoader api, String namespace) {
    return new CompanionClassLoader(
            "penstock-replay", api, REPLAY_CLASSES::contains, "jakarta.servlet", namespace)
        .type(REPLAYED_REQUEST);
  }

  /**
   * Reads the form of a request. Returns null, with nothing read, if the form is empty, too long or
   * already read by others.
   *
   * @param encoding the encoding that the client declares
   */
  @Nullable Form read(Object request, Object response, TextEncoding encoding) {
    try {
      int length = (int) getContentLength.invokeExact(request);
      if (length == 0 || length > MAX_BYTES) {
        return null;
      }
      Object context = (Object) getServletContext.invokeExact(request);
      String server = serverInfo(context);
      Charset defaultCharset = defaultCharset(context, server);
      boolean strict = isTomcat(context, server);
      InputStream in = streamOf(request);
      if (in == null) {
        return null;
      }
      int expected = length < 0 ? CHUNK_BYTES : Math.min(length, START_BYTES);
      ByteArrayOutputStream body = new ByteArrayOutputStream(expected);
      IOException failure = copyStart(in, body);
      hasRead = true;
      byte[] start = body.toByteArray();
      boolean complete = start.length < START_BYTES || start.length == length;
      Object rest = complete ? null : in;
      BiFunction<byte[], Charset, Map<String, String[]>> parser = FormBody::fields;
      return new Form(
          complete && failure == null ? start : null,
          encoding,
          (Object)
              replayed.invoke(
                  request, response, start, rest, failure, parser, defaultCharset, strict),
          forDispatch);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Makes another request with the same form, for a later dispatch of the container. */
  static Object forDispatch(Object request, Object response, Form form) {
    try {
      return (Object) form.forDispatch.invoke(form.request, request, response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** True once any form was read; until then no request has one attached. */
  static boolean hasRead() {
    return hasRead;
  }

  private @Nullable InputStream streamOf(Object request) throws Throwable {
    try {
      return (InputStream) getInputStream.invokeExact(request);
    } catch (IllegalStateException alreadyRead) {
      return null;
    }
  }

  private static @Nullable IOException copyStart(InputStream in, ByteArrayOutputStream body) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      int left = START_BYTES;
      while (left > 0) {
        int count = in.read(chunk, 0, Math.min(CHUNK_BYTES, left));
        if (count < 0) {
          return null;
        }
        body.write(chunk, 0, count);
        left -= count;
      }
      return null;
    } catch (IOException failure) {
      return failure;
    } catch (RuntimeException failure) {
      return new IOException(failure);
    }
  }

  /** The name of the server; a request without a context belongs to an embedded Jetty. */
  private String serverInfo(@Nullable Object context) throws Throwable {
    return context == null ? "jetty" : String.valueOf((String) getServerInfo.invokeExact(context));
  }

  /**
   * The encoding of forms that declare none: UTF-8 since Servlet 6.1, before that ISO-8859-1. Jetty
   * has always used UTF-8, and Tomcat still uses ISO-8859-1.
   */
  private Charset defaultCharset(@Nullable Object context, String server) throws Throwable {
    int major = context == null ? 0 : (int) getMajorVersion.invokeExact(context);
    int minor = context == null ? 0 : (int) getMinorVersion.invokeExact(context);
    boolean asSpecified = (major > 6 || (major == 6 && minor >= 1)) && !isTomcat(context, server);
    return asSpecified || server.startsWith("jetty")
        ? StandardCharsets.UTF_8
        : StandardCharsets.ISO_8859_1;
  }

  /** Also recognizes a Tomcat whose server name is configured. */
  private static boolean isTomcat(@Nullable Object context, String server) {
    return server.startsWith("Apache Tomcat")
        || (context != null && context.getClass().getName().startsWith("org.apache.catalina."));
  }

  /**
   * A form that was read.
   *
   * @param bytes the whole form; null if it is longer than {@link #START_BYTES} or incomplete
   * @param encoding the encoding to decode it with
   * @param request the request to pass on, whose body can be read again
   * @param forDispatch makes another such request
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Form(
      byte @Nullable [] bytes, TextEncoding encoding, Object request, MethodHandle forDispatch) {
    /** The value of a field; ambiguous if the rest of the form could have another. */
    @Nullable String value(String name) {
      return bytes == null ? Ambiguous.VALUE : EncodedParameters.inForm(bytes, name, encoding);
    }
  }
}
