package dev.penstock.agent;

import dev.penstock.instrument.ClientHook;
import dev.penstock.instrument.jdkclient.Connections;
import dev.penstock.instrument.jdkclient.HttpClientHook;
import dev.penstock.instrument.jdkclient.HttpClientRetryHook;
import dev.penstock.instrument.jdkclient.UrlConnectionHook;
import dev.penstock.instrument.jdkclient.UrlConnectionRetryHook;
import dev.penstock.instrument.jettyclient.JettyClientHook;
import dev.penstock.instrument.okhttp.OkHttpCalls;
import dev.penstock.instrument.okhttp.OkHttpHook;
import dev.penstock.instrument.okhttp.OkHttpRetryHook;
import java.util.List;

/** All clients whose calls can be held up. */
final class ClientHooks {
  private ClientHooks() {}

  static List<ClientHook> all() {
    Connections connections = new Connections();
    OkHttpCalls okHttpCalls = new OkHttpCalls();
    return List.of(
        new UrlConnectionHook(connections),
        new UrlConnectionRetryHook(connections),
        new HttpClientHook(),
        new HttpClientRetryHook(),
        new JettyClientHook(),
        new OkHttpHook(okHttpCalls),
        new OkHttpRetryHook(okHttpCalls));
  }
}
