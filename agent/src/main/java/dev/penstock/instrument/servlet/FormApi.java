package dev.penstock.instrument.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a form is read through the servlet API of one application, and put back. */
final class FormApi {
  static final int MAX_BYTES = 64 * 1024;
  private static final String FORM = "application/x-www-form-urlencoded";

  private static volatile boolean hasRead;

  private final MethodHandle getContentType;
  private final MethodHandle getContentLength;
  private final MethodHandle getInputStream;
  private final MethodHandle getServletContext;
  private final MethodHandle getServerInfo;
  private final MethodHandle getMajorVersion;
  private final MethodHandle getMinorVersion;
  private final MethodHandle replayed;

  FormApi(Class<?> requestType, String namespace) {
    Handles request = new Handles(requestType);
    Handles context = new Handles(Handles.sibling(requestType, namespace + ".ServletContext"));
    getContentType = request.bind("getContentType", String.class);
    getContentLength = request.bind("getContentLength", int.class);
    getInputStream = request.bind("getInputStream", InputStream.class);
    getServletContext = request.bind("getServletContext", Object.class);
    getServerInfo = context.bind("getServerInfo", String.class);
    getMajorVersion = context.bind("getMajorVersion", int.class);
    getMinorVersion = context.bind("getMinorVersion", int.class);
    replayed = replayed(new ReplayLoader(requestType.getClassLoader(), namespace).requestType());
  }

  private static MethodHandle replayed(Class<?> type) {
    try {
      Constructor<?> constructor = type.getConstructors()[0];
      MethodHandle handle = MethodHandles.publicLookup().unreflectConstructor(constructor);
      return handle.asType(
          handle
              .type()
              .changeReturnType(Object.class)
              .changeParameterType(0, Object.class)
              .changeParameterType(1, Object.class));
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The form of a request and the request to hand on; null, with nothing read, if it has none. */
  @Nullable Form read(Object request, Object response) {
    try {
      int length = (int) getContentLength.invokeExact(request);
      if (length <= 0 || length > MAX_BYTES || !isForm(request)) {
        return null;
      }
      Charset usual = usualCharset((Object) getServletContext.invokeExact(request));
      InputStream in = streamOf(request);
      if (in == null) {
        return null;
      }
      ByteArrayOutputStream body = new ByteArrayOutputStream(length);
      IOException failure = copy(in, body);
      hasRead = true;
      FormBody fields = new FormBody(body.toByteArray());
      return new Form(fields, failure, usual, replay(request, response, fields, failure, usual));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Another request to hand on with the same form, for a further dispatch of the container's. */
  Object again(Object request, Object response, Form form) {
    try {
      return replay(request, response, form.fields, form.failure, form.usual);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object replay(
      Object request, Object response, FormBody body, @Nullable IOException failure, Charset usual)
      throws Throwable {
    Function<?, ?> parser = body;
    return (Object) replayed.invoke(request, response, body.bytes(), failure, parser, usual);
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

  private boolean isForm(Object request) throws Throwable {
    String type = (String) getContentType.invokeExact(request);
    int end = type == null ? -1 : type.indexOf(';');
    String plain = type == null || end < 0 ? type : type.substring(0, end);
    return plain != null && plain.trim().toLowerCase(Locale.ROOT).equals(FORM);
  }

  private static @Nullable IOException copy(InputStream in, ByteArrayOutputStream body) {
    try {
      in.transferTo(body);
      return null;
    } catch (IOException failure) {
      return failure;
    } catch (RuntimeException failure) {
      return new IOException(failure);
    }
  }

  /** Until Servlet 6.1 said UTF-8 it was ISO-8859-1; but Jetty said so before, Tomcat not yet. */
  private Charset usualCharset(Object context) throws Throwable {
    int major = (int) getMajorVersion.invokeExact(context);
    int minor = (int) getMinorVersion.invokeExact(context);
    String info = (String) getServerInfo.invokeExact(context);
    String server = info == null ? "" : info;
    boolean asSpecified = (major > 6 || (major == 6 && minor >= 1)) && !isTomcat(context, server);
    return asSpecified || server.startsWith("jetty")
        ? StandardCharsets.UTF_8
        : StandardCharsets.ISO_8859_1;
  }

  /** Also where somebody has hidden which server it is. */
  private static boolean isTomcat(Object context, String server) {
    return server.startsWith("Apache Tomcat")
        || context.getClass().getName().startsWith("org.apache.catalina.");
  }

  /**
   * A form that was read.
   *
   * @param fields what is in it
   * @param failure what ended it before its end; null if nothing did
   * @param usual the encoding if nobody says another
   * @param request the request to hand on, which can be read again
   */
  record Form(FormBody fields, @Nullable IOException failure, Charset usual, Object request) {}
}
