package dev.penstock.browser;

import dev.penstock.json.JsonValue;
import dev.penstock.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A browser page that tests control through the Chrome DevTools Protocol. */
public final class Tab implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final Devtools page;

  private Tab(Devtools page) {
    this.page = page;
  }

  /** Starts a browser with an empty page. */
  public static Tab open(Browser browser, Path folder) throws IOException, InterruptedException {
    return new Tab(Devtools.start(browser, folder));
  }

  public void go(String url) {
    page.call("Page.navigate", new JsonWriter().beginObject().member("url", url).endObject());
    await("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  /** The value of an expression, as text. */
  public String value(String script) {
    JsonWriter parameters =
        new JsonWriter()
            .beginObject()
            .member("expression", "Promise.resolve(" + script + ").then(String)")
            .member("awaitPromise", true)
            .member("returnByValue", true)
            .endObject();
    JsonValue reply = page.call("Runtime.evaluate", parameters);
    if (!Devtools.member(reply, "exceptionDetails").isNull()) {
      throw new AssertionError(script + " failed");
    }
    return Devtools.text(Devtools.path(reply, "result", "value"));
  }

  /** Waits until an expression is true. Fails after a timeout. */
  public void await(String condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    String script =
        "new Promise(done => { let n = 0; const check = () => { let yes = false; try { yes = ("
            + condition
            + "); } catch (e) {} if (yes || n++ > 40) { done(Boolean(yes)); }"
            + " else { setTimeout(check, 50); } }; check(); })";
    while (System.nanoTime() < end) {
      if (isTrueNow(script)) {
        return;
      }
    }
    throw new AssertionError(
        "never came true: " + condition + "\n" + value("document.body.innerText"));
  }

  /** A page that navigates away during the evaluation has no result. */
  private boolean isTrueNow(String script) {
    try {
      return value(script).equals("true");
    } catch (AssertionError navigating) {
      return false;
    }
  }

  /** Clicks the middle of the element that a selector finds. */
  public void click(String selector) {
    String found = "document.querySelector(" + quoted(selector) + ")";
    await(found + " !== null && !" + found + ".disabled && " + found + ".offsetParent !== null");
    String position =
        value(
            "(e => { e.scrollIntoView({block: 'center', behavior: 'instant'});"
                + " const r = e.getBoundingClientRect();"
                + " return (r.x + r.width / 2) + ' ' + (r.y + r.height / 2); })("
                + found
                + ")");
    double x = Double.parseDouble(position.substring(0, position.indexOf(' ')));
    double y = Double.parseDouble(position.substring(position.indexOf(' ') + 1));
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      JsonWriter event = new JsonWriter().beginObject().member("type", type).member("x", x);
      event.member("y", y).member("button", type.equals("mouseMoved") ? "none" : "left");
      page.call("Input.dispatchMouseEvent", event.member("clickCount", 1).endObject());
    }
  }

  /** Types into the focused element. */
  public void type(String text) {
    page.call("Input.insertText", new JsonWriter().beginObject().member("text", text).endObject());
  }

  /** Presses a key such as Tab, Enter or Escape. */
  public void press(String key, int code, @Nullable String text) {
    for (String type : List.of("keyDown", "keyUp")) {
      JsonWriter event = new JsonWriter().beginObject().member("type", type).member("key", key);
      event.member("code", key).member("windowsVirtualKeyCode", code);
      if (text != null && type.equals("keyDown")) {
        event.member("text", text);
      }
      page.call("Input.dispatchKeyEvent", event.endObject());
    }
  }

  public void resize(int width, int height) {
    page.call(
        "Emulation.setDeviceMetricsOverride",
        new JsonWriter()
            .beginObject()
            .member("width", width)
            .member("height", height)
            .member("deviceScaleFactor", 1)
            .member("mobile", width < 500)
            .endObject());
  }

  public void prefer(String scheme) {
    JsonWriter media = new JsonWriter().beginObject().name("features").beginList().beginObject();
    media.member("name", "prefers-color-scheme").member("value", scheme);
    page.call("Emulation.setEmulatedMedia", media.endObject().endList().endObject());
  }

  /** Saves a screenshot of the whole page, for review. */
  public void saveScreenshot(Path file) throws IOException {
    JsonWriter parameters = new JsonWriter().beginObject().member("format", "png");
    parameters.member("captureBeyondViewport", true);
    JsonValue reply = page.call("Page.captureScreenshot", parameters.endObject());
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(Devtools.text(Devtools.member(reply, "data"))));
  }

  /** Leaves the page and clears its console messages. */
  public void reset() {
    page.call(
        "Page.navigate", new JsonWriter().beginObject().member("url", "about:blank").endObject());
    await("location.href === 'about:blank'");
    page.consoleErrors();
  }

  /** The errors and policy violations in the page's console since the last call. */
  public List<String> consoleErrors() {
    value("0");
    return page.consoleErrors();
  }

  @Override
  public void close() {
    page.close();
  }

  private static String quoted(String text) {
    return new JsonWriter().value(text).toString();
  }
}
