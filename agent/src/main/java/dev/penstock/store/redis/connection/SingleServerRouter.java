package dev.penstock.store.redis.connection;

/** Routes all requests to one server. */
final class SingleServerRouter implements RequestRouter {
  private final NodeConnection connection;

  SingleServerRouter(NodeConnection connection) {
    this.connection = connection;
  }

  @Override
  public void route(QueuedRequest request) {
    connection.send(request);
  }

  @Override
  public boolean isAvailable() {
    return connection.isAvailable();
  }

  @Override
  public void close() {
    connection.close();
  }
}
