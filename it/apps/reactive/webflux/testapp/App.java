package testapp;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Spring WebFlux on Reactor Netty: annotated controllers, router functions and Spring Security. */
@SpringBootApplication(proxyBeanMethods = false)
public class App {
  public static void main(String[] args) {
    // Without this, newer JVMs warn about Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    var application = new SpringApplication(App.class);
    application.setDefaultProperties(Map.of("server.port", AppRuntime.port(args)));
    var environment = application.run().getEnvironment();
    AppRuntime.ready(environment.getRequiredProperty("local.server.port", Integer.class));
  }
}
