package dev.penstock.shadow.log;

import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeyText;
import dev.penstock.shadow.ClientNames;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What a client is called where its key must not be told: 16 hexadecimal digits. */
public final class ClientId implements ClientNames {
  /*
   * The digits are those of the hash under which the client's counts are kept, so a client is called
   * the same in the log, in `peek`, among the most limited, in JFR events, on spans and in Redis.
   *
   * The key of that hash stands in the log as its salt. So a reader of the log can ask it for a
   * client they know (`report --key user=42`), but a table made beforehand does not help an
   * attacker. Addresses are few enough to try them all: a secret prevents that, and it also makes
   * the ids of several JVMs the same. In Redis keys are hashed with the secret of the
   * store, which is not written down.
   */
  private static final HexFormat HEX = HexFormat.of();

  /** In the place of a salt: the clients are hashed with the secret of the store. */
  public static final String OF_STORE = "store";

  /** So that the same secret, used for something else, gives nothing away here. */
  private static final String PURPOSE = "penstock client id";

  private final KeyHash key;
  private final @Nullable String salt;

  /** What the key was made of; null if that is not known. */
  private final @Nullable String secret;

  private ClientId(KeyHash key, @Nullable String salt, @Nullable String secret) {
    this.key = key;
    this.salt = salt;
    this.secret = secret;
  }

  /**
   * Calls clients by the hash under which their counts are kept.
   *
   * @param key what counts are kept under
   * @param salt what the log says of that: its digits, {@link #OF_STORE}, or null if a secret of
   *     the log is what it was made of
   */
  public static ClientId of(KeyHash key, @Nullable String salt) {
    return new ClientId(key, salt, /* secret= */ null);
  }

  /** Hashes with a salt of 32 hexadecimal digits. */
  public static ClientId withSalt(String hex) {
    if (hex.length() != 32) {
      throw new IllegalArgumentException("a salt has 32 hexadecimal digits, was " + hex);
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
   * What keys are hashed with if a log has this secret. Without a message digest of the JDK: this
   * may run before the application does, and would settle its security providers for it.
   */
  public static KeyHash keyOf(String secret) {
    KeyHash hash = new KeyHash(0, 0);
    hash.start();
    hash.add(PURPOSE);
    hash.add(secret);
    hash.finish();
    return new KeyHash(hash.high(), hash.low());
  }

  public static ClientId withRandomSalt() {
    KeyHash key = KeyHash.withRandomSecret();
    return new ClientId(key, key.secretDigits(), /* secret= */ null);
  }

  /** The same secret as a store uses it. */
  ClientId asOfStore() {
    return secret == null ? this : new ClientId(KeyHash.withSecret(secret), OF_STORE, secret);
  }

  /** The salt, to be written down; null if it is derived from a secret. */
  public @Nullable String salt() {
    return salt;
  }

  /** What keys are hashed with. */
  public KeyHash key() {
    return key;
  }

  /** What the client with this key, such as {@code user=42}, is called. */
  public String of(String description) {
    return toText(hashOf(description));
  }

  /** The same as a number; safe to be asked by several threads. */
  @Override
  public long hashOf(String description) {
    KeyHash hash = new KeyHash(key);
    KeyText.hash(description, hash);
    return hash.high();
  }

  /** A client whose counts are kept is called by where they are. */
  @Override
  public long hashOf(String description, long keyHash) {
    return keyHash;
  }

  /** How {@link #of} writes this number. */
  public static String toText(long hash) {
    return HEX.toHexDigits(hash);
  }
}
