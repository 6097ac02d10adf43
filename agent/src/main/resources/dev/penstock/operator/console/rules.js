// The table of rules.

import {element, fill, byId, mark, show, write} from './dom.js';
import {History, sparkline} from './history.js';
import {press, segments, switchRule} from './steering.js';
import {ago, below, count, rate} from './words.js';

const histories = new Map();
const keyOf = rule => rule.direction + ' ' + rule.name;

function flow(kind, label) {
  return element('td', {class: 'flow ' + kind, 'data-label': label},
      element('span', {class: 'now'}, element('strong'), element('small', {}, '/s')),
      sparkline(kind), element('small', {class: 'sum'}));
}

function make(rule, refresh) {
  const about = element('th', {scope: 'row'}, element('span', {class: 'name'}, rule.name),
      element('span', {class: 'limits'}), element('span', {class: 'remark'}));
  const group = element('div', {class: 'segments', role: 'group', 'aria-label': 'Mode of rule ' + rule.name});
  segments(group, mode => switchRule(rule.name, mode, refresh));
  const mode = element('td', {'data-label': 'Mode'}, group, element('small', {class: 'force'}));
  return element('tr', {}, about, flow('admitted', 'Admitted'), flow('rejected', 'Rejected'),
      element('td', {class: 'number keys', 'data-label': 'Live keys'}), mode);
}

// Rejected calls.
const rejectedCount = rule => rule.requests.rejected + rule.requests.shed;

function updateFlow(cell, history, which, highest, sum) {
  const [now, spark, total] = cell.children;
  const current = history.rate(which);
  write(now.firstChild, rate(current));
  mark(spark.firstChild, 'd', history.path(which, highest));
  write(total, sum);
  cell.classList.toggle('some', current !== null && current > 0);
}

function remark(rule, now) {
  const requests = rule.requests;
  const words = [];
  if (rule.direction === 'outbound') {
    words.push('outbound', count(rule.held) + ' held now');
    const wait = rule.waitSeconds && below(rule.waitSeconds, 0.95);
    if (wait) {
      words.push('95 % wait ' + wait);
    }
  }
  if (requests.failed_open > 0) {
    words.push(count(requests.failed_open) + ' admitted without decision');
  }
  if (requests.overflow > 0) {
    words.push(count(requests.overflow) + ' in the overflow bucket');
  }
  words.push(rule.lastMatchedMillis === 0 ? 'no call yet' : '');
  if (rule.lastMatchedMillis > 0 && now - rule.lastMatchedMillis > 600000) {
    words.push('last call ' + ago(rule.lastMatchedMillis, now));
  }
  return words.filter(word => word !== '').join(' · ');
}

function force(rule, all) {
  const names = {enforce: 'enforced', shadow: 'in shadow', off: 'off'};
  if (rule.switchedBy !== null) {
    return names[rule.mode] + ', by ' + rule.switchedBy + '; file: ' + rule.inFile;
  }
  return names[rule.mode] + (all.switchedBy !== null && rule.mode !== rule.inFile ? ', as all rules' : '');
}

function update(row, rule, snapshot) {
  const [about, admitted, rejected, keys, mode] = row.children;
  const history = histories.get(keyOf(rule));
  const highest = history.highest();
  const would = rule.requests.would_reject;
  const shadowed = rule.mode === 'shadow';
  mark(row, 'data-mode', rule.mode);
  write(about.children[1], rule.limits);
  write(about.children[2], remark(rule, snapshot.takenAtMillis));
  updateFlow(admitted, history, 0, highest, count(rule.requests.admitted) + ' in total');
  updateFlow(rejected, history, shadowed ? 2 : 1, highest, count(rejectedCount(rule)) + ' in total'
      + (would > 0 ? ', ' + count(would) + ' would be' : ''));
  write(rejected.children[0].lastChild, shadowed ? '/s would be' : '/s');
  write(keys, count(rule.liveKeys));
  press(mode.firstChild, rule.switchedBy, rule.mode);
  write(mode.lastChild, force(rule, snapshot.setting));
}

export function recordRules(snapshot) {
  const names = new Set(snapshot.rules.map(keyOf));
  for (const name of [...histories.keys()].filter(known => !names.has(known))) {
    histories.delete(name);
  }
  for (const rule of snapshot.rules) {
    const history = histories.get(keyOf(rule)) || new History();
    histories.set(keyOf(rule), history);
    history.add(snapshot.takenAtMillis,
        [rule.requests.admitted, rejectedCount(rule), rule.requests.would_reject]);
  }
}

export function forgetRules() {
  histories.clear();
}

export function showRules(snapshot, refresh) {
  show(byId('no-rules'), snapshot.rules.length === 0);
  show(byId('rules-table'), snapshot.rules.length > 0);
  fill(byId('rules-body'), snapshot.rules, keyOf, rule => make(rule, refresh),
      (row, rule) => update(row, rule, snapshot));
}
