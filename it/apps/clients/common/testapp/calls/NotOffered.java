package testapp.calls;

/** Thrown by a client that is asked for something it does not have. */
public final class NotOffered extends RuntimeException {
  private static final long serialVersionUID = 1;
}
