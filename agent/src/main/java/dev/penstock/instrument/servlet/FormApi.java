package dev.penstock.instrument.servlet;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.EncodedParameters;
import dev.penstock.http.TextEncoding;
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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** How a form is read through the servlet API of one application, and put back. */
final class FormApi {
  /*
   * A rule sees forms of up to START_BYTES: what follows in a longer one could be another value of
   * a field, so that one has no key. The rest stays in the container's stream, for the application
   * to read on. If it wants parameters all of the form has to be in memory, as it has
   * in the container, whose own bound for that is not known here: so it is the largest that is usual,
   * Tomcat's. A form that says it is larger is not touched; one that turns out to be larger has no
   * parameters, as in Tomcat.
   */
  static final int START_BYTES = 64 * 1024;
  static final int MOST_BYTES = ReplayedRequest.MOST_BYTES;
  private static final int PIECE_BYTES = 4 * 1024;

  private static volatile boolean hasRead;

  private final MethodHandle getContentLength;
  private final MethodHandle getInputStream;
  private final MethodHandle getServletContext;
  private final MethodHandle getServerInfo;
  private final MethodHandle getMajorVersion;
  private final MethodHandle getMinorVersion;
  private final MethodHandle replayed;
  private final MethodHandle again;

  FormApi(Class<?> requestType, String namespace) {
    Handles request = new Handles(requestType);
    Handles context = new Handles(Handles.sibling(requestType, namespace + ".ServletContext"));
    getContentLength = request.bind("getContentLength", int.class);
    getInputStream = request.bind("getInputStream", InputStream.class);
    getServletContext = request.bind("getServletContext", Object.class);
    getServerInfo = context.bind("getServerInfo", String.class);
    getMajorVersion = context.bind("getMajorVersion", int.class);
    getMinorVersion = context.bind("getMinorVersion", int.class);
    Class<?> type = new ReplayLoader(requestType.getClassLoader(), namespace).requestType();
    Class<?> responseType = Handles.sibling(requestType, namespace + ".ServletResponse");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    try {
      replayed = lookup.unreflectConstructor(type.getConstructors()[0]);
      again =
          lookup.findVirtual(type, "again", MethodType.methodType(type, requestType, responseType));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The form of a request and the request to hand on; null, with nothing read, if it is empty or
   * too long.
   *
   * @param encoding how the client says to decode it
   */
  @Nullable Form read(Object request, Object response, TextEncoding encoding) {
    try {
      int length = (int) getContentLength.invokeExact(request);
      if (length == 0 || length > MOST_BYTES) {
        return null;
      }
      Object context = (Object) getServletContext.invokeExact(request);
      String server = serverInfo(context);
      Charset usual = usualCharset(context, server);
      boolean strict = isTomcat(context, server);
      InputStream in = streamOf(request);
      if (in == null) {
        return null;
      }
      int expected = length < 0 ? PIECE_BYTES : Math.min(length, START_BYTES);
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
          (Object) replayed.invoke(request, response, start, rest, failure, parser, usual, strict),
          again);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Another request to hand on with the same form, for a further dispatch of the container's. */
  static Object again(Object request, Object response, Form form) {
    try {
      return (Object) form.again.invoke(form.request, request, response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** True once any form was read; until then nobody has to look for one. */
  static boolean hasRead() {
    return hasRead;
  }

  private @Nullable InputStream streamOf(Object request) throws Throwable {
    try {
      return (InputStream) getInputStream.invokeExact(request);
    } catch (IllegalStateException othersRead) {
      return null;
    }
  }

  private static @Nullable IOException copyStart(InputStream in, ByteArrayOutputStream body) {
    byte[] piece = new byte[PIECE_BYTES];
    try {
      int left = START_BYTES;
      while (left > 0) {
        int count = in.read(piece, 0, Math.min(PIECE_BYTES, left));
        if (count < 0) {
          return null;
        }
        body.write(piece, 0, count);
        left -= count;
      }
      return null;
    } catch (IOException failure) {
      return failure;
    } catch (RuntimeException failure) {
      return new IOException(failure);
    }
  }

  /** What the server calls itself; a request without a context is of an embedded Jetty. */
  private String serverInfo(@Nullable Object context) throws Throwable {
    return context == null ? "jetty" : String.valueOf((String) getServerInfo.invokeExact(context));
  }

  /** Until Servlet 6.1 said UTF-8 it was ISO-8859-1; but Jetty said so before, Tomcat not yet. */
  private Charset usualCharset(@Nullable Object context, String server) throws Throwable {
    int major = context == null ? 0 : (int) getMajorVersion.invokeExact(context);
    int minor = context == null ? 0 : (int) getMinorVersion.invokeExact(context);
    boolean asSpecified = (major > 6 || (major == 6 && minor >= 1)) && !isTomcat(context, server);
    return asSpecified || server.startsWith("jetty")
        ? StandardCharsets.UTF_8
        : StandardCharsets.ISO_8859_1;
  }

  /** Also where somebody has hidden which server it is. */
  private static boolean isTomcat(@Nullable Object context, String server) {
    return server.startsWith("Apache Tomcat")
        || (context != null && context.getClass().getName().startsWith("org.apache.catalina."));
  }

  /**
   * A form that was read.
   *
   * @param bytes all of it; null if it is longer than what is read for a rule, or broke off
   * @param encoding how to decode it
   * @param request the request to hand on, which can be read again
   * @param again makes another one; of the API that has made the first
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Form(byte @Nullable [] bytes, TextEncoding encoding, Object request, MethodHandle again) {
    /** The value of a field; ambiguous if the rest of the form could have another. */
    @Nullable String value(String name) {
      return bytes == null ? Ambiguous.VALUE : EncodedParameters.inForm(bytes, name, encoding);
    }
  }
}
