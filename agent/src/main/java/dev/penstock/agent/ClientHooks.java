package dev.penstock.agent;

import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.apache.HttpAsyncClient4Hook;
import dev.penstock.instrument.apache.HttpAsyncClient5Hook;
import dev.penstock.instrument.apache.HttpAsyncClient5RetryHook;
import dev.penstock.instrument.apache.HttpClient4Hook;
import dev.penstock.instrument.apache.HttpClient4RetryHook;
import dev.penstock.instrument.apache.HttpClient5Hook;
import dev.penstock.instrument.apache.HttpClient5RetryHook;
import dev.penstock.instrument.apache.MinimalClient5Hook;
import dev.penstock.instrument.apache.v50.HttpAsyncClient50Hook;
import dev.penstock.instrument.armeriaclient.ArmeriaClientHook;
import dev.penstock.instrument.asynchttpclient.AsyncHttpClientHook;
import dev.penstock.instrument.aws.AwsClientHook;
import dev.penstock.instrument.grpc.GrpcClientHook;
import dev.penstock.instrument.grpc.GrpcRetryHook;
import dev.penstock.instrument.jdkclient.Connections;
import dev.penstock.instrument.jdkclient.HttpClientHook;
import dev.penstock.instrument.jdkclient.HttpClientRetryHook;
import dev.penstock.instrument.jdkclient.UrlConnectionHook;
import dev.penstock.instrument.jdkclient.UrlConnectionRetryHook;
import dev.penstock.instrument.jettyclient.JettyClientHook;
import dev.penstock.instrument.ktorclient.KtorClientHook;
import dev.penstock.instrument.micronautclient.MicronautClientHook;
import dev.penstock.instrument.okhttp.OkHttpCalls;
import dev.penstock.instrument.okhttp.OkHttpHook;
import dev.penstock.instrument.okhttp.OkHttpRetryHook;
import dev.penstock.instrument.pekkoclient.PekkoClientHook;
import dev.penstock.instrument.reactor.ReactorNettyHook;
import dev.penstock.instrument.reactor.ReactorNettyRetryHook;
import dev.penstock.instrument.reactor.SpringClientHook;
import dev.penstock.instrument.vertxclient.VertxClientHook;
import java.util.List;

/** The hooks for all supported HTTP clients. */
final class ClientHooks {
  private ClientHooks() {}

  static List<OutboundHook> all() {
    Connections connections = new Connections();
    RetryDetector retries = new RetryDetector();
    OkHttpCalls okHttpCalls = new OkHttpCalls();
    return List.of(
        new UrlConnectionHook(connections),
        new UrlConnectionRetryHook(connections),
        new HttpClientHook(),
        new HttpClientRetryHook(),
        new HttpClient4Hook(retries),
        new HttpClient4RetryHook(retries),
        new HttpClient5Hook(retries),
        new HttpClient5RetryHook(retries),
        new HttpAsyncClient4Hook(),
        new HttpAsyncClient50Hook(),
        new HttpAsyncClient5Hook(),
        new HttpAsyncClient5RetryHook(),
        new MinimalClient5Hook(),
        new JettyClientHook(),
        new OkHttpHook(okHttpCalls),
        new OkHttpRetryHook(okHttpCalls),
        new ReactorNettyHook(),
        new ReactorNettyRetryHook(),
        new SpringClientHook(),
        new AwsClientHook(),
        new GrpcClientHook(),
        new GrpcRetryHook(),
        new VertxClientHook(),
        new AsyncHttpClientHook(),
        new ArmeriaClientHook(),
        new PekkoClientHook(),
        new MicronautClientHook(),
        new KtorClientHook());
  }
}
