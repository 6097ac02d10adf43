package dev.penstock.shadow.log;

import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeyText;
import dev.penstock.shadow.ClientNames;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Names clients by a keyed hash of 16 hexadecimal digits where their keys must not appear. */
public final class ClientId implements ClientNames {
  /*
   * The digits are those of the hash under which the store keeps the counts of the client. So a
   * client has the same name in the log, in `peek`, in the list of limited clients, in JFR events,
   * on spans and in Redis.
   *
   * The log contains the key of the hash as its salt. So a reader can search the log for a known
   * client (`report --key user=42`), and a precomputed table does not help an attacker. There are
   * few enough addresses to try them all: a secret prevents that, and gives a client the same name
   * in several JVMs. Redis keys are hashed with the secret of the store, which the log does not
   * contain.
   */
  private static final HexFormat HEX = HexFormat.of();

  /** Written instead of a salt if clients are hashed with the secret of the store. */
  public static final String OF_STORE = "store";

  /** Separates this use of a secret from its other uses. */
  private static final String PURPOSE = "penstock client id";

  private final KeyHash key;
  private final @Nullable String salt;

  /** The secret that the key was derived from; null if unknown. */
  private final @Nullable String secret;

  private ClientId(KeyHash key, @Nullable String salt, @Nullable String secret) {
    this.key = key;
    this.salt = salt;
    this.secret = secret;
  }

  /**
   * Names clients by the hash under which a store keeps their counts.
   *
   * @param key the key of that hash
   * @param salt what the log contains of the key: its digits, {@link #OF_STORE}, or null if it is
   *     derived from the secret of the log
   */
  public static ClientId of(KeyHash key, @Nullable String salt) {
    return new ClientId(key, salt, /* secret= */ null);
  }

  /** Hashes with a salt of 32 hexadecimal digits. */
  public static ClientId withSalt(String hex) {
    if (hex.length() != 32) {
      throw new IllegalArgumentException("a salt must have 32 hexadecimal digits, was " + hex);
    }
    ByteBuffer salt = ByteBuffer.wrap(HEX.parseHex(hex));
    return new ClientId(
        new KeyHash(salt.getLong(), salt.getLong()), HEX.formatHex(salt.array()), null);
  }

  /** Hashes with a key made from a secret text. */
  public static ClientId withSecret(String secret) {
    return new ClientId(keyOf(secret), /* salt= */ null, secret);
  }

  /**
   * The key of the hash for a secret. Uses no message digest of the JDK: this may run before the
   * application starts, and would initialize its security providers too early.
   */
  public static KeyHash keyOf(String secret) {
    KeyHash hash = new KeyHash(0, 0);
    hash.start();
    hash.add(PURPOSE);
    hash.add(secret);
    hash.finish();
    return new KeyHash(hash.high(), hash.low());
  }

  /** Hashes with a new random salt. */
  public static ClientId withRandomSalt() {
    KeyHash key = KeyHash.withRandomSecret();
    return new ClientId(key, key.secretDigits(), /* secret= */ null);
  }

  /** The names that a store with the same secret uses. */
  ClientId asOfStore() {
    return secret == null ? this : new ClientId(KeyHash.withSecret(secret), OF_STORE, secret);
  }

  /** The salt to write to the log; null if the key is derived from a secret. */
  public @Nullable String salt() {
    return salt;
  }

  /** The key of the hash. */
  public KeyHash key() {
    return key;
  }

  /** The name of the client with this key, such as {@code user=42}. */
  public String of(String description) {
    return toText(hashOf(description));
  }

  /** The name as a number; thread-safe. */
  @Override
  public long hashOf(String description) {
    KeyHash hash = new KeyHash(key);
    KeyText.hash(description, hash);
    return hash.high();
  }

  /** A client with counts in a store is named by the hash of that store. */
  @Override
  public long hashOf(String description, long keyHash) {
    return keyHash;
  }

  /** The number as {@link #of} writes it. */
  public static String toText(long hash) {
    return HEX.toHexDigits(hash);
  }
}
