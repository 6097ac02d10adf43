package testapp;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The site as a Spring application. */
@SpringBootApplication
public class App {
  public static void main(String[] args) {
    var app = new SpringApplication(App.class);
    app.setDefaultProperties(
        Map.of(
            "server.port", AppRuntime.port(args),
            "logging.level.root", "OFF",
            "spring.main.banner-mode", "off",
            // Frees the default error path for a page of this site. Versions differ in the name.
            "server.error.path", "/sorry",
            "spring.web.error.path", "/sorry"));
    ConfigurableApplicationContext context = app.run();
    AppRuntime.ready(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }
}
