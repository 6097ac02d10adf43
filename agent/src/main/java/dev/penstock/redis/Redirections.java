package dev.penstock.redis;

import redis.clients.jedis.exceptions.JedisDataException;

/** Who knows what to do if a server sends a question elsewhere. */
interface Redirections {
  /** Those of a server that stands alone: there is nowhere else. */
  Redirections NONE =
      new Redirections() {
        @Override
        public boolean redirect(Errand errand, JedisDataException refusal, Courier from) {
          return false;
        }

        @Override
        public void lost(Courier courier) {}
      };

  /** True if the errand is taken care of; false if the refusal is the answer. */
  boolean redirect(Errand errand, JedisDataException refusal, Courier from);

  /** The server of this courier does not answer. */
  void lost(Courier courier);
}
