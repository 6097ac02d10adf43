/** Applications that call others, with any HTTP client, and know nothing of Penstock. */
package testapp.calls;
