package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.apps.Artifacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for localhost, created once per test run with {@code keytool}. */
public record Certificate(Path keyStore) {
  /*
   * One file is the key store of the server and the trust store of the applications, because a JVM
   * also trusts the certificate of a key entry.
   */
  public static final String PASSWORD = "changeit";

  static final Certificate OF_THIS_RUN = create();

  private static Certificate create() {
    Path folder = Artifacts.PROJECT.resolve("it/target");
    Path file = folder.resolve("fake-api-server-" + ProcessHandle.current().pid() + ".p12");
    file.toFile().deleteOnExit();
    CommandLine.Ended ended =
        CommandLine.of(
                Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-ext",
                "BC=ca:true",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .run(folder);
    if (!Files.exists(file)) {
      throw new IllegalStateException("no certificate: " + ended);
    }
    return new Certificate(file);
  }

  /** The JVM options that make a JVM trust the certificate. */
  public String[] trustOptions() {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + keyStore,
      "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
      "-Djavax.net.ssl.trustStoreType=PKCS12"
    };
  }

  /** The TLS context for the server, and for clients in this JVM. */
  public SSLContext context() {
    try (InputStream in = Files.newInputStream(keyStore)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      KeyManagerFactory keyManagers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keyManagers.init(keys, PASSWORD.toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(keys);
      var context = SSLContext.getInstance("TLS");
      context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
