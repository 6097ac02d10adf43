package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.penstock.it.harness.Http;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A connection that starts with HTTP/2, without an upgrade. The client of the JDK has none. */
public final class PriorKnowledge implements AutoCloseable {
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int stream = -1;

  public PriorKnowledge(Http http) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    out.write(PREFACE.getBytes(ISO_8859_1));
    writeFrame(SETTINGS, /* flags= */ 0, /* id= */ 0, new byte[0]);
  }

  /** Sends a request with a header field, and reads its response to the end. */
  public void get(String path, String name, String value) throws IOException {
    stream += 2;
    var block = new ByteArrayOutputStream();
    addField(block, ":method", "GET");
    addField(block, ":scheme", "http");
    addField(block, ":path", path);
    addField(block, ":authority", "localhost");
    addField(block, name, value);
    writeFrame(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
    awaitEnd();
  }

  /** Adds a literal field, which the server need not remember. */
  private static void addField(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    for (String text : new String[] {name, value}) {
      block.write(text.length());
      block.writeBytes(text.getBytes(ISO_8859_1));
    }
  }

  private void writeFrame(int type, int flags, int id, byte[] payload) throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(id);
    out.write(payload);
    out.flush();
  }

  private void awaitEnd() throws IOException {
    for (boolean ended = false; !ended; ) {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int id = in.readInt();
      in.readFully(new byte[length]);
      if (type == SETTINGS && (flags & ACK) == 0) {
        writeFrame(SETTINGS, ACK, /* id= */ 0, new byte[0]);
      }
      ended = id == stream && type <= HEADERS && (flags & END_STREAM) != 0;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
