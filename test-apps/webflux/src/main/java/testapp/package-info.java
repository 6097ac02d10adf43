/** Spring WebFlux on Reactor Netty. */
package testapp;
