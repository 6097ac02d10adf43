package dev.penstock.store.redis.script;

import dev.penstock.store.redis.client.LuaScript;
import dev.penstock.testredis.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.RawableFactory;
import redis.clients.jedis.commands.ProtocolCommand;

/** A real Redis whose scripts are told the time, and keys that no other test has. */
final class ToldRedis implements AutoCloseable {
  private final RedisServer server = RedisServer.start();
  private final Connection connection = new Connection(server.host(), server.port());
  private final String prefix = UUID.randomUUID() + ":";
  private final Map<LuaScript, byte[]> loaded = new HashMap<>();
  private final Map<ScriptRecipe, LuaScript> told = new HashMap<>();

  byte[] key(String name) {
    return (prefix + name).getBytes(StandardCharsets.UTF_8);
  }

  /** The reply to a question that is asked at this time. */
  List<Object> ask(ScriptInvocation invocation, long nowMicros) {
    LuaScript script =
        told.computeIfAbsent(
            invocation.recipe(), recipe -> ScriptCache.assemble(toldTime(), recipe));
    List<byte[]> arguments = new ArrayList<>(invocation.arguments());
    arguments.add(ScriptArguments.ascii(nowMicros));
    return expected(invocation, run(script, invocation.keys(), arguments));
  }

  /** What the scripts really return has to be what their replies are checked for. */
  private static List<Object> expected(ScriptInvocation invocation, List<Object> reply) {
    if (!invocation.matches(reply)) {
      throw new AssertionError("expected " + invocation.expected() + ", received " + reply);
    }
    return reply;
  }

  /** The reply to a question by the server's own clock. */
  List<Object> askNow(ScriptInvocation invocation) {
    return expected(
        invocation, run(invocation.script(), invocation.keys(), invocation.arguments()));
  }

  @SuppressWarnings("unchecked")
  private List<Object> run(LuaScript script, List<byte[]> keys, List<byte[]> arguments) {
    byte[] sha = loaded.computeIfAbsent(script, this::load);
    CommandArguments command = new CommandArguments(Protocol.Command.EVALSHA);
    command.add(sha).add(keys.size());
    keys.forEach(command::add);
    arguments.forEach(command::add);
    return (List<Object>) connection.executeCommand(command);
  }

  private byte[] load(LuaScript script) {
    return (byte[])
        Objects.requireNonNull(command(Protocol.Command.SCRIPT, "LOAD", script.toString()));
  }

  Object command(ProtocolCommand name, Object... arguments) {
    CommandArguments command = new CommandArguments(name);
    for (Object argument : arguments) {
      command.add(
          argument instanceof byte[] bytes
              ? RawableFactory.from(bytes)
              : RawableFactory.from(argument.toString()));
    }
    return connection.executeCommand(command);
  }

  /** The milliseconds that a key has left; -2 if there is no such key, -1 if it stays for ever. */
  long ttlMillis(byte[] key) {
    return (Long) command(Protocol.Command.PTTL, key);
  }

  /** All of a key, byte by byte; empty if there is none. */
  byte[] dump(byte[] key) {
    byte[] dump = (byte[]) command(Protocol.Command.DUMP, key);
    return dump == null ? new byte[0] : dump;
  }

  private static String toldTime() {
    try (InputStream in = ToldRedis.class.getResourceAsStream("told-time.lua")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    connection.close();
    server.close();
  }
}
