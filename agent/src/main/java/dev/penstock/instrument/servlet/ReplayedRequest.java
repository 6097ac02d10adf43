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

/** A request whose form we have read, given to the application as if nobody had. */
public final class ReplayedRequest extends HttpServletRequestWrapper {
  /*
   * Never loaded by the agent: ReplayLoader defines it beside the servlet API of an application, in
   * the namespace of that API, so it names nothing but the JDK and the API.
   *
   * The body goes to whoever asks first: to parameters, to a stream or to a reader, as the servlet
   * specification has it (3.1.1). Parameters of the query come from the container, which knows that
   * its own stream is taken and leaves the body out. How a form is decoded is asked when it is.
   */
  static final int MOST_BYTES = 2 * 1024 * 1024;

  private final ServletResponse response;
  private final PartlyReadBody body;
  private final BiFunction<byte[], Charset, Map<String, String[]>> parser;
  private final Charset usual;
  private final boolean strict;
  private @Nullable String encoding;
  private @Nullable Map<String, String[]> parameters;
  private @Nullable ReplayedBody stream;
  private @Nullable BufferedReader reader;

  /**
   * A request to be read again.
   *
   * @param request the request that was read
   * @param response its response, as the woven method got it
   * @param start what was read of its body
   * @param rest has what was not read; null if nothing is left
   * @param failure what reading it ended with, if not its end
   * @param parser reads a body as a form
   * @param usual the container's encoding for forms that do not name any
   * @param strict true if the container's own reader fails on bytes that it cannot decode
   */
  public ReplayedRequest(
      HttpServletRequest request,
      ServletResponse response,
      byte[] start,
      @Nullable ServletInputStream rest,
      @Nullable IOException failure,
      BiFunction<byte[], Charset, Map<String, String[]>> parser,
      Charset usual,
      boolean strict) {
    this(request, response, new PartlyReadBody(start, rest, failure), parser, usual, strict);
  }

  private ReplayedRequest(
      HttpServletRequest request,
      ServletResponse response,
      PartlyReadBody body,
      BiFunction<byte[], Charset, Map<String, String[]>> parser,
      Charset usual,
      boolean strict) {
    super(request);
    this.response = response;
    this.body = body;
    this.parser = parser;
    this.usual = usual;
    this.strict = strict;
  }

  /** Another request with the same body, for a further dispatch of the container's. */
  public ReplayedRequest again(HttpServletRequest dispatched, ServletResponse itsResponse) {
    return new ReplayedRequest(dispatched, itsResponse, body, parser, usual, strict);
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

  /** What is left of the body: nothing once it has become parameters. */
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

  /** Remembered here too: to some containers it is too late, their stream being taken. */
  @Override
  public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
    super.setCharacterEncoding(name);
    if (parameters == null && reader == null) {
      encoding = name;
    }
  }

  /** Of Servlet 6.1. */
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
    byte[] whole = stream != null || reader != null ? null : body.whole(MOST_BYTES);
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
      return name == null ? usual : Charset.forName(name);
    } catch (IllegalArgumentException unknown) {
      return usual;
    }
  }

  /** To the application this is the original request, so this is what a dispatch has to get. */
  @Override
  public AsyncContext startAsync() {
    return super.startAsync(this, response);
  }
}
