// The form that shows and resets the budget of one client.

import {byId, element} from './dom.js';
import {Refused, tell} from './agent.js';
import {confirmed, say} from './steering.js';
import {count, duration} from './words.js';

const HEADS = [['Quota', ''], ['Limit', ''], ['Left', 'number'], ['More in', 'number']];

function table(quotas) {
  const head = element('tr', {}, ...HEADS.map(([name, kind]) => element('th', {scope: 'col', class: kind}, name)));
  const rows = quotas.map(quota => {
    const meter = element('meter', {min: 0, max: Math.max(1, quota.permitted), value: quota.remaining});
    meter.setAttribute('aria-hidden', 'true');
    const left = element('td', {class: 'number'}, count(quota.remaining) + ' of ' + count(quota.permitted), meter);
    const more = quota.resetMicros === 0 ? '–' : duration(quota.resetMicros / 1e6);
    return element('tr', {}, element('th', {scope: 'row'}, quota.quota), element('td', {}, quota.limit),
        left, element('td', {class: 'number'}, more));
  });
  return element('table', {class: 'list'}, element('thead', {}, head), element('tbody', {}, ...rows));
}

function answered(rule, key, what, quotas) {
  const id = quotas.length === 0 ? '' : ', shown in other places as ' + quotas[0].id;
  byId('key-answer').replaceChildren(
      element('p', {class: 'about'}, element('strong', {}, key), ' ' + what + ' rule ' + rule + id),
      table(quotas));
}

async function ask(path, what) {
  const rule = byId('key-rule').value;
  const key = byId('key').value;
  try {
    const {quotas} = await tell(path, {rule, key});
    answered(rule, key, what, quotas);
    return true;
  } catch (error) {
    const words = error instanceof Refused ? error.message : 'the agent did not respond';
    byId('key-answer').replaceChildren(element('p', {class: 'failed'}, words));
    return false;
  }
}

async function reset(refresh) {
  const key = byId('key').value;
  const rule = byId('key-rule').value;
  const sure = await confirmed('Reset ' + key + '?',
      'This restores its full budget of rule ' + rule + '. It cannot be undone.', 'Reset');
  if (sure && await ask('/api/keys/reset', 'was reset and now has of')) {
    say('The budget of ' + key + ' in rule ' + rule + ' is restored.');
    refresh();
  }
}

export function startKeys(refresh) {
  const form = byId('keys');
  form.addEventListener('submit', event => {
    event.preventDefault();
    ask('/api/keys/peek', 'has of');
  });
  byId('reset').addEventListener('click', () => {
    if (form.reportValidity()) {
      reset(refresh);
    }
  });
}
