/** Reactor Netty and what sits on it, in versions that are not the newest. */
package testapp;
