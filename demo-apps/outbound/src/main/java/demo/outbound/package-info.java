/** An application that calls somebody else's API with several clients. */
package demo.outbound;
