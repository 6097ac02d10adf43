package okhttp3;

import java.util.concurrent.ExecutorService;

/** A fake of OkHttp's class of this name. */
public record Dispatcher(ExecutorService executorService) {}
