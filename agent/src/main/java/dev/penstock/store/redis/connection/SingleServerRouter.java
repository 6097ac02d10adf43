package dev.penstock.store.redis.connection;

/** Routes all requests to one server. */
final class SingleServerRouter implements RequestRouter {
  private final NodeConnection connection;

  SingleServerRouter(NodeConnection connection) {
    this.connection = connection;
  }

  @Override
  public void take(QueuedRequest request) {
    connection.carry(request);
  }

  @Override
  public boolean isAnswering() {
    return connection.isAnswering();
  }

  @Override
  public void close() {
    connection.close();
  }
}
