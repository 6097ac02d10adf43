package dev.penstock.agent;

import dev.penstock.instrument.ClientHook;
import dev.penstock.instrument.aws.AwsClientHook;
import dev.penstock.instrument.jdkclient.Connections;
import dev.penstock.instrument.jdkclient.HttpClientHook;
import dev.penstock.instrument.jdkclient.HttpClientRetryHook;
import dev.penstock.instrument.jdkclient.UrlConnectionHook;
import dev.penstock.instrument.jdkclient.UrlConnectionRetryHook;
import dev.penstock.instrument.reactor.ReactorNettyHook;
import dev.penstock.instrument.reactor.ReactorNettyRetryHook;
import dev.penstock.instrument.reactor.SpringClientHook;
import java.util.List;

/** All clients whose calls can be held up. */
final class ClientHooks {
  private ClientHooks() {}

  static List<ClientHook> all() {
    Connections connections = new Connections();
    return List.of(
        new UrlConnectionHook(connections),
        new UrlConnectionRetryHook(connections),
        new HttpClientHook(),
        new HttpClientRetryHook(),
        new ReactorNettyHook(),
        new ReactorNettyRetryHook(),
        new SpringClientHook(),
        new AwsClientHook());
  }
}
