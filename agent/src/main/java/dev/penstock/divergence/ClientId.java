package dev.penstock.divergence;

import dev.penstock.key.KeyHash;
import dev.penstock.shadow.Clients;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What a client is called where its key must not be told: 16 hexadecimal digits. */
public final class ClientId implements Clients {
  /*
   * A salt stands in the log, so that whoever may read the log can ask it for a client they know
   * (`report --key user=42`), and nobody can look one up in a table made beforehand. Whoever wants
   * more, as addresses are few enough to try them all, sets a secret; it also makes the ids of
   * several JVMs the same.
   */
  private static final HexFormat HEX = HexFormat.of();

  /** So that the same secret, used for something else, gives nothing away here. */
  private static final String PURPOSE = "penstock client id";

  private final long word0;
  private final long word1;
  private final boolean secret;

  private ClientId(long word0, long word1, boolean secret) {
    this.word0 = word0;
    this.word1 = word1;
    this.secret = secret;
  }

  /** Hashes with a salt of 32 hexadecimal digits. */
  public static ClientId withSalt(String hex) {
    if (hex.length() != 32) {
      throw new IllegalArgumentException("a salt has 32 hexadecimal digits, was " + hex);
    }
    ByteBuffer salt = ByteBuffer.wrap(HEX.parseHex(hex));
    return new ClientId(salt.getLong(), salt.getLong(), /* secret= */ false);
  }

  /**
   * Hashes with what a text that nobody else knows amounts to. Without a message digest of the JDK:
   * this may run before the application does, and would settle its security providers for it.
   */
  public static ClientId withSecret(String secret) {
    KeyHash hash = new KeyHash(0, 0);
    hash.start();
    hash.add(PURPOSE);
    hash.add(secret);
    hash.finish();
    return new ClientId(hash.high(), hash.low(), /* secret= */ true);
  }

  public static ClientId withRandomSalt() {
    KeyHash random = KeyHash.withRandomSecret();
    random.start();
    random.finish();
    return new ClientId(random.high(), random.low(), /* secret= */ false);
  }

  /** The salt, to be written down; null if it is derived from a secret. */
  public @Nullable String salt() {
    return secret ? null : HEX.toHexDigits(word0) + HEX.toHexDigits(word1);
  }

  /** What the client with this key, such as {@code user=42}, is called. */
  public String of(String description) {
    return toText(hashOf(description));
  }

  /** The same as a number; safe to be asked by several threads. */
  @Override
  public long hashOf(String description) {
    KeyHash hash = new KeyHash(word0, word1);
    hash.start();
    hash.add(description);
    hash.finish();
    return hash.high();
  }

  /** How {@link #of} writes this number. */
  public static String toText(long hash) {
    return HEX.toHexDigits(hash);
  }
}
