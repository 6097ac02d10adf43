/** OkHttp, in versions that are not the newest. */
package testapp;
