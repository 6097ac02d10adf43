/** Applications that make HTTP calls with many clients. They do not know Penstock. */
package testapp.calls;
