package testapp.calls;

/** Thrown if a client does not support a call. */
public final class UnsupportedCallException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
