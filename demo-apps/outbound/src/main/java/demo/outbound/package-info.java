/** An application that calls a third-party API with several clients. */
package demo.outbound;
