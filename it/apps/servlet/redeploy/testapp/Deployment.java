package testapp;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Deploys the web application and tracks the class loaders of all deployments. */
final class Deployment {
  private static final List<String> CLASSES =
      List.of(
          "WrappingFilter",
          "WrappingFilter$Wrapped",
          "LoaderPage",
          "AsyncPage",
          "FormPage",
          "FailingPage",
          "FailingPage$OwnException");

  private final Tomcat tomcat;
  private final Path folder;
  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private final List<ClassLoader> held = new ArrayList<>();
  private Context current;

  Deployment(Tomcat tomcat, Path folder) throws IOException {
    this.tomcat = tomcat;
    this.folder = folder;
    Path classes = Files.createDirectories(folder.resolve("WEB-INF/classes/testapp/web"));
    for (String name : CLASSES) {
      String file = name + ".class";
      try (InputStream in = Deployment.class.getResourceAsStream("web/" + file)) {
        Files.copy(in, classes.resolve(file));
      }
    }
  }

  synchronized String deploy() {
    StandardContext shop = shop();
    for (String page : List.of("LoaderPage", "AsyncPage", "FormPage", "FailingPage")) {
      Tomcat.addServlet(shop, page, "testapp.web." + page).setAsyncSupported(true);
      shop.addServletMappingDecoded("/" + page, page);
    }
    var front = new FilterDef();
    front.setFilterName("front");
    front.setFilterClass("testapp.web.WrappingFilter");
    front.setAsyncSupported("true");
    shop.addFilterDef(front);
    var everywhere = new FilterMap();
    everywhere.setFilterName("front");
    everywhere.addURLPattern("/*");
    shop.addFilterMap(everywhere);
    tomcat.getHost().addChild(shop);
    current = shop;
    loaders.add(new WeakReference<>(shop.getLoader().getClassLoader()));
    return "deployed";
  }

  /** A context without Tomcat's leak prevention, so that leaks are visible. */
  private StandardContext shop() {
    var shop = new StandardContext();
    shop.setName("/shop");
    shop.setPath("/shop");
    shop.setDocBase(folder.toString());
    shop.addLifecycleListener(new Tomcat.FixContextListener());
    shop.setClearReferencesObjectStreamClassCaches(false);
    shop.setClearReferencesRmiTargets(false);
    shop.setClearReferencesThreadLocals(false);
    return shop;
  }

  /** Keeps the current loader alive, to simulate a leak. */
  synchronized String hold() {
    held.add(current.getLoader().getClassLoader());
    return "held";
  }

  synchronized String undeploy() {
    tomcat.getHost().removeChild(current);
    current = null;
    return "undeployed";
  }

  synchronized long loadersAlive() {
    System.gc();
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }
}
