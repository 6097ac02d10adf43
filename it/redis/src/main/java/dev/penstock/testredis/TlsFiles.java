package dev.penstock.testredis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** A certificate authority for one run, and its certificate for the loopback address. */
public final class TlsFiles {
  /** The password of {@link #trustStore()}. */
  public static final String PASSWORD = "changeit";

  /** A holder class, so that only TLS tests wait for the keys. */
  private static final class Shared {
    static final TlsFiles FILES = new TlsFiles(ExitCleanup.newFolder());
  }

  private final Path authority;
  private final Path certificate;
  private final Path key;
  private final Path trustStore;
  private final SSLContext context;

  private TlsFiles(Path folder) {
    authority = folder.resolve("authority.pem");
    certificate = folder.resolve("certificate.pem");
    key = folder.resolve("key.pem");
    trustStore = folder.resolve("trusted.p12");
    try {
      KeyStore keys = generated(folder.resolve("keys.p12"));
      writePem(authority, "CERTIFICATE", keys.getCertificate("authority").getEncoded());
      writePem(certificate, "CERTIFICATE", keys.getCertificate("redis").getEncoded());
      writePem(key, "PRIVATE KEY", keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
      context = trusting(keys);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("no certificate", e);
    }
  }

  /** The files of this JVM. */
  public static TlsFiles shared() {
    return Shared.FILES;
  }

  /** The authority's certificate, as PEM. */
  public Path authority() {
    return authority;
  }

  /** A PKCS #12 trust store with the authority. */
  public Path trustStore() {
    return trustStore;
  }

  /** For clients in this JVM: trusts only this authority. */
  public SSLContext context() {
    return context;
  }

  SslOptions trusting() {
    return SslOptions.builder()
        .trustStoreType("PKCS12")
        .truststore(trustStore.toFile(), PASSWORD.toCharArray())
        .sslVerifyMode(SslVerifyMode.FULL)
        .build();
  }

  /** Lines of a {@code redis.conf}; clients need no certificate. */
  List<String> settings() {
    return List.of(
        "tls-cert-file \"" + certificate + "\"",
        "tls-key-file \"" + key + "\"",
        "tls-ca-cert-file \"" + authority + "\"",
        "tls-auth-clients no");
  }

  private static KeyStore generated(Path file) throws IOException, GeneralSecurityException {
    keytool(file, "-alias", "authority", "-dname", "CN=test authority", "-ext", "BC:c=ca:true");
    keytool(
        file,
        "-alias",
        "redis",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost,ip:127.0.0.1",
        "-signer",
        "authority");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static void keytool(Path file, String... what) throws IOException {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
    words.addAll(List.of("-validity", "2", "-storetype", "PKCS12", "-storepass", PASSWORD));
    words.addAll(List.of("-keystore", file.toString()));
    words.addAll(List.of(what));
    ProgramRun.Ended ended = ProgramRun.run(words);
    if (ended.exitCode() != 0) {
      throw new IOException("keytool: " + ended.output());
    }
  }

  private static void writePem(Path file, String label, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file,
        "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n",
        US_ASCII);
  }

  private SSLContext trusting(KeyStore keys) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", keys.getCertificate("authority"));
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var made = SSLContext.getInstance("TLS");
    made.init(/* km= */ null, trust.getTrustManagers(), /* random= */ null);
    return made;
  }
}
