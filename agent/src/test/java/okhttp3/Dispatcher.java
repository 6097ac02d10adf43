package okhttp3;

import java.util.concurrent.ExecutorService;

/** What OkHttp calls so. */
public record Dispatcher(ExecutorService executorService) {}
