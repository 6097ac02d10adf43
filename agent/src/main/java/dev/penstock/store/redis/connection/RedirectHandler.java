package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisDataException;

/** Handles error replies that redirect a request to another node. */
interface RedirectHandler {
  /** For a single server: there is no other node. */
  RedirectHandler NONE =
      new RedirectHandler() {
        @Override
        public boolean redirect(
            QueuedRequest request, JedisDataException error, NodeConnection from) {
          return false;
        }

        @Override
        public void nodeFailed(NodeConnection connection) {}
      };

  /** Returns true if the request has been redirected; false if the error is its result. */
  boolean redirect(QueuedRequest request, JedisDataException error, NodeConnection from);

  /** Called when the node of this connection fails. */
  void nodeFailed(NodeConnection connection);
}
