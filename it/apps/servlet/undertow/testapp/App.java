package testapp;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.ServletStackTraces;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;
import testapp.servlet.Members;
import testapp.servlet.Site;

/** The site in an embedded Undertow, beside a page without a servlet. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    DeploymentInfo site =
        Servlets.deployment()
            .setClassLoader(App.class.getClassLoader())
            .setContextPath("/")
            .setDeploymentName("site")
            .addServletExtension((deployment, context) -> Site.fill(context))
            .setLoginConfig(new LoginConfig("BASIC", Members.REALM))
            .setIdentityManager(new MemberIdentityManager())
            .setServletStackTraces(ServletStackTraces.NONE)
            .addErrorPage(Servlets.errorPage(Site.ERROR_PAGE, 500));
    DeploymentManager deployed = Servlets.newContainer().addDeployment(site);
    deployed.deploy();
    Undertow undertow =
        Undertow.builder()
            .addHttpListener(AppRuntime.port(args), "localhost")
            .setHandler(
                Handlers.path(deployed.start())
                    .addExactPath(
                        "/beside", exchange -> exchange.getResponseSender().send("beside")))
            .build();
    undertow.start();
    var address = (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
    AppRuntime.ready(address.getPort());
  }
}
