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

/** A real Redis whose scripts get the time as an argument, with keys that no other test uses. */
final class FixedTimeRedis implements AutoCloseable {
  private final RedisServer server = RedisServer.start();
  private final Connection connection = new Connection(server.host(), server.port());
  private final String prefix = UUID.randomUUID() + ":";
  private final Map<LuaScript, byte[]> loaded = new HashMap<>();
  private final Map<ScriptRecipe, LuaScript> timedScripts = new HashMap<>();

  byte[] key(String name) {
    return (prefix + name).getBytes(StandardCharsets.UTF_8);
  }

  /** Runs a script at this time, and returns its reply. */
  List<Object> run(LimitScriptCall call, long nowMicros) {
    LuaScript script =
        timedScripts.computeIfAbsent(
            call.recipe(), recipe -> ScriptCache.assemble(timeArgument(), recipe));
    List<byte[]> arguments = new ArrayList<>(call.arguments());
    arguments.add(ScriptArguments.ascii(nowMicros));
    return checked(call, evaluate(script, call.keys(), arguments));
  }

  /** Checks that the real reply has the shape that the agent expects. */
  private static List<Object> checked(LimitScriptCall call, List<Object> reply) {
    if (!call.matches(reply)) {
      throw new AssertionError("expected " + call.expected() + ", received " + reply);
    }
    return reply;
  }

  /** Runs a script by the clock of the server, and returns its reply. */
  List<Object> runNow(LimitScriptCall call) {
    return checked(call, evaluate(call.script(), call.keys(), call.arguments()));
  }

  @SuppressWarnings("unchecked")
  private List<Object> evaluate(LuaScript script, List<byte[]> keys, List<byte[]> arguments) {
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

  /** The time to live of a key; -2 if the key does not exist, -1 if it has none. */
  long ttlMillis(byte[] key) {
    return (Long) command(Protocol.Command.PTTL, key);
  }

  /** The serialized key; empty if it does not exist. */
  byte[] dump(byte[] key) {
    byte[] dump = (byte[]) command(Protocol.Command.DUMP, key);
    return dump == null ? new byte[0] : dump;
  }

  private static String timeArgument() {
    try (InputStream in = FixedTimeRedis.class.getResourceAsStream("time-argument.lua")) {
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
