package dev.penstock.instrument.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A request whose form was read for a rule and that the application can read again. */
public final class ReplayedRequest extends HttpServletRequestWrapper {
  /*
   * Never loaded by the agent's loader: CompanionClassLoader defines it for the servlet API of an
   * application, in the namespace of that API. So it may use only the JDK and the API.
   *
   * The first reader consumes the body: parameters, a stream or a reader (servlet specification,
   * 3.1.1). Parameters of the query come from the container, which knows that its own stream is in
   * use and skips the body. The encoding is read when the form is decoded, not before.
   */
  static final int MAX_BYTES = 2 * 1024 * 1024;

  private final ServletResponse response;
  private final PartlyReadBody body;
  private final BiFunction<byte[], Charset, Map<String, String[]>> parser;
  private final Charset defaultCharset;
  private final boolean strict;
  private @Nullable String encoding;
  private @Nullable Map<String, String[]> parameters;
  private @Nullable ReplayedBody stream;
  private @Nullable BufferedReader reader;

  /**
   * Makes a request that can be read again.
   *
   * @param request the request that was read
   * @param response its response, as the instrumented method received it
   * @param start the bytes of the body that were read
   * @param rest the stream with the unread bytes; null if none are left
   * @param failure the exception that reading ended with; null if there was none
   * @param parser parses a body as a form
   * @param defaultCharset the container's encoding for forms that declare none
   * @param strict true if the container's own reader fails on bytes that it cannot decode
   */
  public ReplayedRequest(
      HttpServletRequest request,
      ServletResponse response,
      byte[] start,
      @Nullable ServletInputStream rest,
      @Nullable IOException failure,
      BiFunction<byte[], Charset, Map<String, String[]>> parser,
      Charset defaultCharset,
      boolean strict) {
    this(
        request,
        response,
        new PartlyReadBody(start, rest, failure),
        parser,
        defaultCharset,
        strict);
  }

  private ReplayedRequest(
      HttpServletRequest request,
      ServletResponse response,
      PartlyReadBody body,
      BiFunction<byte[], Charset, Map<String, String[]>> parser,
      Charset defaultCharset,
      boolean strict) {
    super(request);
    this.response = response;
    this.body = body;
    this.parser = parser;
    this.defaultCharset = defaultCharset;
    this.strict = strict;
  }

  /** Makes another request with the same body, for a later dispatch of the container. */
  public ReplayedRequest forDispatch(
      HttpServletRequest dispatched, ServletResponse dispatchedResponse) {
    return new ReplayedRequest(
        dispatched, dispatchedResponse, body, parser, defaultCharset, strict);
  }

  @Override
  public synchronized ServletInputStream getInputStream() {
    if (reader != null) {
      throw new IllegalStateException("getReader() has already been called for this request");
    }
    if (stream == null) {
      stream = body();
    }
    return stream;
  }

  @Override
  public synchronized BufferedReader getReader() throws UnsupportedEncodingException {
    if (stream != null) {
      throw new IllegalStateException("getInputStream() has already been called for this request");
    }
    if (reader == null) {
      CodingErrorAction onError = strict ? CodingErrorAction.REPORT : CodingErrorAction.REPLACE;
      CharsetDecoder decoder =
          readerCharset().newDecoder().onMalformedInput(onError).onUnmappableCharacter(onError);
      reader = new BufferedReader(new InputStreamReader(body(), decoder));
    }
    return reader;
  }

  private Charset readerCharset() throws UnsupportedEncodingException {
    String name = getCharacterEncoding();
    try {
      return name == null ? StandardCharsets.ISO_8859_1 : Charset.forName(name);
    } catch (IllegalArgumentException unknown) {
      throw new UnsupportedEncodingException(name);
    }
  }

  /** The unread part of the body: nothing once it was parsed as parameters. */
  private ReplayedBody body() {
    return new ReplayedBody(
        this,
        parameters == null
            ? body
            : new PartlyReadBody(new byte[0], /* rest= */ null, /* failure= */ null));
  }

  @Override
  public @Nullable String getCharacterEncoding() {
    return encoding != null ? encoding : super.getCharacterEncoding();
  }

  /** Stored here, too: some containers ignore it, because their stream is in use. */
  @Override
  public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
    super.setCharacterEncoding(name);
    if (parameters == null && reader == null) {
      encoding = name;
    }
  }

  /** Overrides a method of Servlet 6.1. */
  public void setCharacterEncoding(Charset charset) {
    try {
      setCharacterEncoding(charset.name());
    } catch (UnsupportedEncodingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values[0];
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values.clone();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(parameters().keySet());
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return Collections.unmodifiableMap(parameters());
  }

  private synchronized Map<String, String[]> parameters() {
    if (parameters != null) {
      return parameters;
    }
    Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
    byte[] whole = stream != null || reader != null ? null : body.whole(MAX_BYTES);
    if (whole == null) {
      return all;
    }
    for (Map.Entry<String, String[]> field : parser.apply(whole, charset()).entrySet()) {
      all.merge(field.getKey(), field.getValue(), ReplayedRequest::joined);
    }
    parameters = all;
    return all;
  }

  private static String[] joined(String[] some, String[] more) {
    String[] all = new String[some.length + more.length];
    System.arraycopy(some, 0, all, 0, some.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  private Charset charset() {
    String name = getCharacterEncoding();
    try {
      return name == null ? defaultCharset : Charset.forName(name);
    } catch (IllegalArgumentException unknown) {
      return defaultCharset;
    }
  }

  /** Passes this request on, because to the application it is the original. */
  @Override
  public AsyncContext startAsync() {
    return super.startAsync(this, response);
  }
}
