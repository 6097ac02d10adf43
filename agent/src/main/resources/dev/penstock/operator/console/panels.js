// The panels below the rules.

import {byId, element, fill, fillFigures, fillRows, mark, show, write} from './dom.js';
import {ago, below, count, OUTCOMES, share, times} from './words.js';

function clients(body, list) {
  fillRows(byId(body), list.map(client => ({
    key: client.rule + ' ' + client.id,
    cells: [client.id, client.rule, (client.tooMany > 0 ? count(client.count - client.tooMany) + ' to ' : '') + count(client.count)],
  })));
}

function limited(snapshot) {
  show(byId('no-limited'), snapshot.limited.length === 0);
  show(byId('limited-table'), snapshot.limited.length > 0);
  clients('limited-body', snapshot.limited);
}

function shadow(snapshot) {
  const found = snapshot.shadow;
  show(byId('shadow'), found !== null);
  if (found === null) {
    return;
  }
  write(byId('candidate'), found.candidate);
  write(byId('verdict'), found.ready ? 'Ready to be enforced' : 'Not ready to be enforced');
  mark(byId('verdict'), 'data-state', found.ready ? 'good' : 'warn');
  fill(byId('reasons'), found.reasons, reason => reason, () => element('li'), write);
  show(byId('excluded'), found.excluded.length > 0);
  write(byId('excluded'), 'Not compared: ' + found.excluded.join('; '));
  const four = [
    ['Both admit', found.bothAdmit, 'admit'], ['Only the current rules reject', found.onlyOldRejects, 'old'],
    ['Only the candidate rejects', found.onlyNewRejects, 'new'], ['Both reject', found.bothReject, 'reject'],
  ];
  const all = four.reduce((sum, each) => sum + each[1], 0);
  fill(byId('outcome-bar'), four, each => each[2], each => element('i', {class: each[2]}), (bar, each) => {
    bar.style.flexGrow = String(each[1]);
    show(bar, each[1] > 0);
  });
  fill(byId('outcomes'), four, each => each[2],
      each => element('div', {},
          element('dt', {}, element('i', {class: each[2]}), each[0]),
          element('dd', {}, element('strong'), element('small'))),
      (tile, each) => {
        write(tile.lastChild.firstChild, count(each[1]));
        write(tile.lastChild.lastChild, share(each[1], all));
      });
  show(byId('newly'), found.newlyRejected.length > 0);
  clients('newly-body', found.newlyRejected);
}

function redisFigures(redis) {
  const latency = below(redis.latencySeconds, 0.99);
  return [
    ['Address', redis.address],
    ['99 % answered in', latency === null ? '–' : latency],
    ['Requests', count(redis.asked) + ' questions in ' + count(redis.roundTrips) + ' round trips'],
    ['Too late', count(redis.late), redis.late > 0 ? 'warn' : ''],
    ['Errors', count(redis.errors), redis.errors > 0 ? 'warn' : ''],
    ['Paused', times(redis.opened) + ', resumed ' + times(redis.closed)],
    ['Decided by Redis', count(redis.decidedByRedis)],
    ['Unavailable: by local share', count(redis.decidedHere), redis.decidedHere > 0 ? 'warn' : ''],
    ['Unavailable: admitted', count(redis.letThrough), redis.letThrough > 0 ? 'warn' : ''],
    ['Unavailable: rejected', count(redis.turnedAway), redis.turnedAway > 0 ? 'warn' : ''],
  ];
}

function store(snapshot) {
  const {redis, liveKeys, mostKeys} = snapshot.store;
  const words = byId('store-words');
  write(words, redis === null ? 'Counts are kept in this JVM'
      : redis.answering ? 'Redis is available' : 'Redis is unavailable');
  mark(words, 'data-state', redis === null ? '' : redis.answering ? 'good' : 'bad');
  const keys = ['Live keys here', count(liveKeys) + ' of at most ' + count(mostKeys),
    liveKeys > 0.9 * mostKeys ? 'warn' : ''];
  fillFigures(byId('store'), [keys, ...(redis === null ? [] : redisFigures(redis))]);
}

function calls(snapshot) {
  fillRows(byId('calls-body'), OUTCOMES.map(([name, words]) => ({
    key: name, cells: [words, count(snapshot.inbound[name]), count(snapshot.outbound[name])],
  })));
}

function hooks(snapshot) {
  const words = {installed: 'installed', degraded: 'degraded', not_met: 'not met',
    not_covered: 'not covered: connections pass no hook'};
  const states = {installed: 'good', degraded: 'bad', not_met: 'off', not_covered: 'bad'};
  const order = ['not_covered', 'degraded', 'installed', 'not_met'];
  const ports = snapshot.ports.filter(port => port.coverage === 'not_covered')
      .map(port => ({name: 'TCP port ' + port.port, state: port.coverage, classes: 0}));
  const sorted = [...ports, ...snapshot.hooks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  show(byId('no-hooks'), sorted.length === 0);
  fill(byId('hooks'), sorted, hook => hook.name,
      hook => element('li', {}, element('span', {}, hook.name), element('small')), (item, hook) => {
        mark(item, 'data-state', states[hook.state]);
        write(item.lastChild, words[hook.state] + (hook.classes > 0
            ? ' in ' + count(hook.classes) + (hook.classes === 1 ? ' class' : ' classes') : ''));
      });
}

function reload(snapshot) {
  const {loaded, failed, lastMillis, lastWords, problems} = snapshot.reloads;
  fillFigures(byId('reload'), [
    ['File', snapshot.setting.file === null ? 'none found' : snapshot.setting.file],
    ['Last read', ago(lastMillis, snapshot.takenAtMillis)],
    ['Loaded', times(loaded)],
    ['Rejected because of problems', times(failed), problems.length > 0 ? 'bad' : ''],
    ['Switches used', times(snapshot.switches)],
  ]);
  write(byId('reload-words'), lastWords);
  show(byId('reload-words'), lastWords !== '' && problems.length === 0);
  show(byId('problems'), problems.length > 0);
  write(byId('problems-title'), (problems.length === 1 ? 'A problem' : count(problems.length) + ' problems')
      + ' in the rules file: the previous rules stay active');
  write(byId('problems-text'), problems.join('\n\n'));
}

export function showPanels(snapshot) {
  for (const panel of [limited, shadow, store, calls, hooks, reload]) {
    panel(snapshot);
  }
}
