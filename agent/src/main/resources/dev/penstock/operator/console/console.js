// The page: requests a snapshot every second and shows it.

import {forgetToken, hasToken, keepToken, Refused, snapshot as ask, takeTokenFromAddress} from './agent.js';
import {byId, fillFigures, mark, show, write} from './dom.js';
import {History} from './history.js';
import {startKeys} from './keys.js';
import {showPanels} from './panels.js';
import {forgetRules, recordRules, showRules} from './rules.js';
import {allowKeys, fillRuleChoice, press, segments, switchAll} from './steering.js';
import {below, count, duration, rate} from './words.js';

const EVERY_MILLIS = 1000;
const HIDDEN_MILLIS = 15000;
const SLOWEST_MILLIS = 10000;

let last = null;
let calls = new History();
let failures = 0;
let timer = 0;
let asking = false;
let wrongToken = false;

const HEADLINES = {
  enforce: ['On', 'Limits are enforced'],
  shadow: ['Shadow', 'Limits are computed, no call is rejected'],
  off: ['Off', 'No call is limited'],
};

function subline(setting) {
  const words = HEADLINES[setting.mode][1];
  if (setting.switchedBy !== null) {
    return words + ': switched by ' + setting.switchedBy + ', the file says ' + setting.inFile;
  }
  return words + (setting.file === null ? ': no rules file was found' : ', as the file says');
}

function showState({setting, version}) {
  const mode = setting.mode;
  write(byId('version'), version);
  write(byId('headline'), HEADLINES[mode][0]);
  write(byId('subline'), subline(setting));
  mark(byId('state'), 'data-mode', mode);
  document.title = HEADLINES[mode][0] + ' – Penstock';
  const color = {enforce: '%230f6b62', shadow: '%23285a9b', off: '%23a3261f'}[mode];
  mark(byId('icon'), 'href', 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
      + '<circle cx="4" cy="4" r="4" fill="' + color + '"/></svg>');
  const off = mode === 'off';
  write(byId('kill'), off ? 'Turn on again' : 'Turn off');
  mark(byId('kill'), 'data-to', off ? 'file' : 'off');
  byId('kill').disabled = !hasToken() || (off && setting.switchedBy === null);
  press(byId('mode-all'), setting.switchedBy, mode);
}

function redisFact(redis) {
  if (redis === null) {
    return ['Redis', 'not used'];
  }
  const latency = below(redis.latencySeconds, 0.99);
  return redis.answering
      ? ['Redis', 'fine' + (latency === null ? '' : ', ' + latency.replace('at most', '\u2264').replace('more than', '>')), 'good']
      : ['Redis', 'unavailable', 'bad'];
}

function showFacts(now) {
  const problems = now.reloads.problems.length;
  const degraded = now.hooks.filter(hook => hook.state === 'degraded').length;
  const file = now.setting.file === null ? 'none' : now.setting.file.split(/[\\/]/).pop();
  const errors = now.suppressedErrors;
  fillFigures(byId('facts'), [
    ['Admitted', rate(calls.rate(0)) + ' /s'],
    ['Rejected', rate(calls.rate(1)) + ' /s', calls.rate(1) > 0 ? 'warn' : ''],
    ['Rules file', problems > 0 ? problems + (problems === 1 ? ' problem' : ' problems') : file,
      problems > 0 || now.setting.file === null ? 'bad' : 'good', now.setting.file || ''],
    redisFact(now.store.redis),
    ['Hooks', degraded > 0 ? degraded + ' degraded'
        : now.hooks.filter(hook => hook.state === 'installed').length + ' installed', degraded > 0 ? 'bad' : ''],
    ['Errors', errors === 0 ? 'none' : count(errors) + ' suppressed', errors === 0 ? 'good' : 'bad'],
    ['Up', duration(Math.floor((now.takenAtMillis - now.startedAtMillis) / 1000))],
  ]);
}

function record(now) {
  if (last !== null && last.startedAtMillis !== now.startedAtMillis) {
    calls = new History();
    forgetRules();
  }
  const both = name => now.inbound[name] + now.outbound[name];
  calls.add(now.takenAtMillis, [both('admitted'), both('rejected') + both('shed')]);
  recordRules(now);
  last = now;
}

function showAll(now) {
  record(now);
  showState(now);
  showFacts(now);
  showRules(now, refresh);
  showPanels(now);
  fillRuleChoice(now.rules);
  allowKeys(hasToken());
  show(byId('board'), true);
}

function showAccess(locked) {
  show(byId('access'), locked || !hasToken());
  write(byId('access-title'), locked ? 'Token required' : 'Read-only');
  write(byId('access-words'), wrongToken ? 'The token is wrong.'
      : locked ? 'From other machines, this console requires its token.'
          : 'Without its token, this console shows everything and changes nothing.');
  byId('access-words').classList.toggle('failed', wrongToken);
}

function showLost() {
  show(byId('lost'), failures > 0);
  document.body.classList.toggle('stale', failures > 0 && last !== null);
  if (failures > 0) {
    document.title = 'Disconnected – Penstock';
    if (last !== null) {
      write(byId('headline'), 'Was ' + HEADLINES[last.setting.mode][0].toLowerCase());
      write(byId('subline'), 'The current state is unknown');
    }
    write(byId('lost-words'), last === null ? 'No connection to the agent. Trying again.'
        : 'Connection lost. The page shows the state at ' + new Date(last.takenAtMillis).toLocaleTimeString()
            + '. Trying again.');
  }
}

function showLocked() {
  show(byId('board'), false);
  show(byId('switches'), false);
  fillFigures(byId('facts'), []);
  mark(byId('state'), 'data-mode', 'unknown');
  write(byId('headline'), 'Locked');
  write(byId('subline'), 'Enter the token to open the console');
}

function refused(error) {
  if (error.status === 401) {
    wrongToken = wrongToken || hasToken();
    forgetToken();
    showAccess(true);
    showLocked();
    return true;
  }
  return false;
}

async function look() {
  try {
    const now = await ask();
    failures = 0;
    showAll(now);
    showAccess(false);
  } catch (error) {
    if (error instanceof Refused && refused(error)) {
      failures = 0;
    } else {
      failures++;
    }
    if (!(error instanceof Refused) && !(error instanceof TypeError) && !(error instanceof DOMException)) {
      console.error(error);
    }
  }
  showLost();
}

function pause() {
  const slower = EVERY_MILLIS * 2 ** Math.min(failures, 8);
  return document.hidden ? HIDDEN_MILLIS : Math.min(slower, SLOWEST_MILLIS);
}

async function refresh() {
  clearTimeout(timer);
  if (asking) {
    timer = setTimeout(refresh, 50);
    return;
  }
  asking = true;
  await look();
  asking = false;
  timer = setTimeout(refresh, pause());
}

function start() {
  takeTokenFromAddress();
  segments(byId('mode-all'), mode => switchAll(mode, refresh));
  byId('kill').addEventListener('click', () => switchAll(byId('kill').dataset.to, refresh));
  byId('retry').addEventListener('click', refresh);
  byId('access').addEventListener('submit', event => {
    event.preventDefault();
    const typed = byId('token').value.trim();
    byId('token').value = '';
    if (typed !== '') {
      wrongToken = false;
      keepToken(typed);
      refresh();
    }
  });
  startKeys(refresh);
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  addEventListener('hashchange', () => {
    takeTokenFromAddress();
    refresh();
  });
  refresh();
}

start();
