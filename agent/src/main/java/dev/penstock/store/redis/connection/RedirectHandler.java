package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisDataException;

/** Who knows what to do if a server sends a question elsewhere. */
interface RedirectHandler {
  /** Those of a server that stands alone: there is nowhere else. */
  RedirectHandler NONE =
      new RedirectHandler() {
        @Override
        public boolean redirect(
            QueuedRequest request, JedisDataException refusal, NodeConnection from) {
          return false;
        }

        @Override
        public void lost(NodeConnection connection) {}
      };

  /** True if the errand is taken care of; false if the refusal is the answer. */
  boolean redirect(QueuedRequest request, JedisDataException refusal, NodeConnection from);

  /** The server of this courier does not answer. */
  void lost(NodeConnection connection);
}
