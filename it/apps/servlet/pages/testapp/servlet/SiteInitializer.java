package testapp.servlet;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Adds the pages when the context starts, because Jetty applies security constraints only then. */
public final class SiteInitializer implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    Site.fill(event.getServletContext());
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {}
}
