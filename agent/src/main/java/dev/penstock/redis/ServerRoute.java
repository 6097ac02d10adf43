package dev.penstock.redis;

/** The route to the one server that is in charge of all keys. */
final class ServerRoute implements Route {
  private final Courier courier;

  ServerRoute(Courier courier) {
    this.courier = courier;
  }

  @Override
  public void take(Errand errand) {
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
