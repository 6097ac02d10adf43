package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

/** The messages and the end of a call that this application makes. */
final class Played implements StreamObserver<byte[]> {
  private final ByteArrayOutputStream all = new ByteArrayOutputStream();
  private final CompletableFuture<String> first = new CompletableFuture<>();
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private int messages;

  @Override
  public void onNext(byte[] message) {
    messages++;
    all.writeBytes(message);
    first.complete("OK");
  }

  @Override
  public void onError(Throwable failure) {
    String code = Status.fromThrowable(failure).getCode().toString();
    first.complete(code);
    end.complete(code + " after " + messages);
  }

  @Override
  public void onCompleted() {
    first.complete("OK");
    end.complete("OK " + messages + " " + digest());
  }

  private String digest() {
    if (all.size() < 100) {
      return all.toString(UTF_8);
    }
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(all.toByteArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The status when the first message has arrived, or the call has ended. */
  String first() {
    return first.join();
  }

  /** The status, the number of messages, and a digest of them. */
  String end() {
    return end.join();
  }
}
