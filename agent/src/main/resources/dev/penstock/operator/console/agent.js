// Sends requests to the agent and keeps the token.

const TOKEN = 'penstock-token';
const TIMEOUT_MILLIS = 5000;

let token = sessionStorage.getItem(TOKEN);

// The link that `penstock console` prints has the token after the #, which browsers do not send.
export function takeTokenFromAddress() {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found !== null) {
    keepToken(found);
    history.replaceState(null, '', location.pathname);
  }
}

export function keepToken(value) {
  token = value;
  sessionStorage.setItem(TOKEN, value);
}

export function forgetToken() {
  token = null;
  sessionStorage.removeItem(TOKEN);
}

export const hasToken = () => token !== null;

// An error response of the console, with its message.
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options) {
  const headers = {...options.headers};
  if (token !== null) {
    headers.Authorization = 'Bearer ' + token;
  }
  const response = await fetch(path, {
    ...options, headers, cache: 'no-store', credentials: 'omit', redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  const answer = await response.json();
  if (!response.ok) {
    throw new Refused(response.status, answer.error);
  }
  return answer;
}

export const snapshot = () => ask('/api/snapshot', {});

export const tell = (path, order) => ask(path, {
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(order),
});
