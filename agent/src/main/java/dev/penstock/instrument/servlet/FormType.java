package dev.penstock.instrument.servlet;

import dev.penstock.http.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads from the Content-Type of a request whether and how to decode a form in its body. */
final class FormType {
  /*
   * The client chooses the charset, and in some charsets (EBCDIC, UTF-16) the bytes of a field mean
   * other names and values than in ASCII. Only charsets that all applications decode alike are
   * accepted, and only in a spelling that all parsers understand.
   */
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String MULTIPART = "multipart/form-data";
  private static final Pattern CHARSET =
      Pattern.compile(";[ \\t]*charset=(\"?)([a-z0-9._:-]+)\\1[ \\t]*(?:;|$)");

  private FormType() {}

  /**
   * The encoding of the form; null if there is no form that all applications decode alike.
   *
   * @param contentType all lines of Content-Type, joined with commas
   * @param contentEncoding all lines of Content-Encoding, joined with commas
   */
  static @Nullable TextEncoding encoding(
      @Nullable String contentType, @Nullable String contentEncoding) {
    boolean plain = contentEncoding == null || contentEncoding.equalsIgnoreCase("identity");
    boolean form = contentType != null && mediaType(contentType).equals(FORM);
    boolean oneLine = contentType != null && contentType.indexOf(',') < 0;
    return plain && form && oneLine ? declaredEncoding(contentType) : null;
  }

  /** True if an application may find fields in the body, even if rules cannot. */
  static boolean isForm(@Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    return type.contains(FORM) || type.contains(MULTIPART);
  }

  private static String mediaType(String contentType) {
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    return type.trim().toLowerCase(Locale.ROOT);
  }

  /** The encoding that a client declares; null if applications may decode differently. */
  static @Nullable TextEncoding declaredEncoding(@Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    int at = type.indexOf("charset");
    if (at < 0) {
      return TextEncoding.UTF_8;
    }
    Matcher charset = CHARSET.matcher(type);
    boolean clear = type.indexOf("charset", at + 1) < 0 && charset.find();
    return clear ? encodingNamed(charset.group(2)) : null;
  }

  private static @Nullable TextEncoding encodingNamed(String name) {
    try {
      Charset charset = Charset.forName(name);
      if (charset.equals(StandardCharsets.UTF_8)) {
        return TextEncoding.UTF_8;
      }
      boolean extendsAscii =
          charset.equals(StandardCharsets.ISO_8859_1) || charset.equals(StandardCharsets.US_ASCII);
      return extendsAscii ? TextEncoding.ASCII : null;
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }
}
