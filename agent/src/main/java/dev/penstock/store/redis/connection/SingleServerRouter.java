package dev.penstock.store.redis.connection;

/** The route to the one server that is in charge of all keys. */
final class SingleServerRouter implements RequestRouter {
  private final NodeConnection courier;

  SingleServerRouter(NodeConnection courier) {
    this.courier = courier;
  }

  @Override
  public void take(QueuedRequest errand) {
    courier.carry(errand);
  }

  @Override
  public boolean isAnswering() {
    return courier.isAnswering();
  }

  @Override
  public void close() {
    courier.close();
  }
}
