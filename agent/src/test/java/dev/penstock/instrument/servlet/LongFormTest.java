package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.InboundExchange;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a form above the size limit has no key and reaches the application in full. */
class LongFormTest {
  private static final int START = 64 * 1024;
  private static final int MAX = 2 * 1024 * 1024;

  private byte[] body = {};
  private boolean chunked;
  private boolean truncated;

  @ParameterizedTest
  @CsvSource({
    "65535, true, true",
    "65536, true, false",
    "65537, true, false",
    "65536, false, true",
    "65537, false, false",
    "2097152, false, false"
  })
  void onlyAFormThatWasReadToItsEndHasAKeyAndTheApplicationReadsAllOfIt(
      int length, boolean inChunks, boolean hasKey) throws Exception {
    chunked = inChunks;
    body = form("name=ann&filler=", length);
    assertThat(replayed(hasKey).getInputStream()).hasBinaryContent(body);
    assertThat(replayed(hasKey).getParameter("filler")).hasSize(length - 16);
    StringWriter text = new StringWriter();
    replayed(hasKey).getReader().transferTo(text);
    assertThat(text.toString().getBytes(StandardCharsets.US_ASCII)).isEqualTo(body);
  }

  @Test
  void aFormWithASecondValueAfterTheStartHasNoKey() throws Exception {
    String padding = "x".repeat(START) + "&";
    body = ("name=fake&" + padding + "name=ann").getBytes(StandardCharsets.US_ASCII);
    assertThat(replayed(/* hasKey= */ false).getParameterValues("name"))
        .containsExactly("fake", "ann");
  }

  @Test
  void aFormThatIsTooLongForParametersCanBeReadAsAStream() throws Exception {
    chunked = true;
    body = form("name=ann&filler=", MAX + 1);
    HttpServletRequest request = replayed(/* hasKey= */ false);
    assertThat(request.getParameterMap()).containsOnlyKeys("a");
    assertThat(request.getParameter("name")).isNull();
    assertThat(request.getInputStream()).hasBinaryContent(body);
  }

  @Test
  void aLaterDispatchReadsTheSameParameters() throws Exception {
    body = form("name=ann&filler=", START + 10);
    HttpServletRequest request = replayed(/* hasKey= */ false);
    assertThat(redispatched(request).getParameter("name")).isEqualTo("ann");
    assertThat(request.getParameter("name")).isEqualTo("ann");
    assertThat(redispatched(request).getInputStream()).hasBinaryContent(body);
  }

  @Test
  void aLaterDispatchReadsTheBytesThatAnEarlierOneHasLeft() throws Exception {
    body = form("name=ann&filler=", START + 10);
    HttpServletRequest request = replayed(/* hasKey= */ false);
    assertThat(request.getInputStream().readNBytes(START + 1)).hasSize(START + 1);
    assertThat(redispatched(request).getParameterMap()).containsOnlyKeys("a");
    assertThat(redispatched(request).getInputStream().readAllBytes()).hasSize(9);
  }

  @Test
  void aBodyThatIsTruncatedAfterTheStartHasNoParameters() throws Exception {
    truncated = true;
    body = form("name=ann&filler=", START + 10);
    assertThat(replayed(/* hasKey= */ false).getParameterMap()).containsOnlyKeys("a");
    ServletInputStream in = replayed(/* hasKey= */ false).getInputStream();
    assertThat(in.readNBytes(START + 10)).hasSize(START + 10);
    assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage("connection reset");
  }

  @ParameterizedTest
  @CsvSource({"65536, true", "65537, false", "200000, true"})
  void aListenerIsNotifiedOfTheStartAndThenOfTheRest(int length, boolean inChunks)
      throws Exception {
    chunked = inChunks;
    body = form("name=ann&filler=", length);
    HttpServletRequest request = replayed(/* hasKey= */ false);
    request.startAsync();
    Listener listener = new Listener(request.getInputStream());
    request.getInputStream().setReadListener(listener);
    assertThat(listener.read.toByteArray()).isEqualTo(body);
    assertThat(listener.events).containsExactly("end");
  }

  @Test
  void aListenerThatFailsReceivesNoFurtherEvent() throws Exception {
    body = form("name=ann&filler=", START + 10);
    HttpServletRequest request = replayed(/* hasKey= */ false);
    request.startAsync();
    Listener listener = new Listener(request.getInputStream());
    listener.fails = true;
    request.getInputStream().setReadListener(listener);
    assertThat(listener.events).containsExactly("read failed");
  }

  private static byte[] form(String start, int length) {
    return (start + "y".repeat(length - start.length())).getBytes(StandardCharsets.US_ASCII);
  }

  private HttpServletRequest replayed(boolean hasKey) {
    FakeExchange exchange = exchange();
    InboundExchange inbound =
        new ServletHook(new ServletExchanges())
            .exchange("a filter", exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    assertThat(inbound.form("name")).isEqualTo(hasKey ? "ann" : Ambiguous.VALUE);
    assertThat(inbound.replacement()).isInstanceOf(HttpServletRequest.class);
    return (HttpServletRequest) inbound.replacement();
  }

  private FakeExchange exchange() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.body = body;
    exchange.chunked = chunked;
    exchange.disconnected = truncated;
    return exchange;
  }

  /** The request of the container's error page or asynchronous dispatch. */
  private HttpServletRequest redispatched(HttpServletRequest first) throws Exception {
    FakeExchange exchange = exchange();
    return (HttpServletRequest)
        first
            .getClass()
            .getMethod(
                "forDispatch",
                HttpServletRequest.class,
                Class.forName("jakarta.servlet.ServletResponse"))
            .invoke(first, exchange.request(), exchange.response());
  }

  /** Reads all available data. */
  private static final class Listener implements ReadListener {
    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    final List<String> events = new ArrayList<>();
    private final ServletInputStream in;
    boolean fails;

    Listener(ServletInputStream in) {
      this.in = in;
    }

    @Override
    public void onDataAvailable() throws IOException {
      if (fails) {
        throw new IOException("read failed");
      }
      byte[] some = new byte[1000];
      while (in.isReady() && !in.isFinished()) {
        int count = in.read(some);
        read.write(some, 0, Math.max(0, count));
        if (count < 0) {
          return;
        }
      }
    }

    @Override
    public void onAllDataRead() {
      events.add("end");
    }

    @Override
    public void onError(Throwable error) {
      events.add(error.getMessage());
    }
  }
}
