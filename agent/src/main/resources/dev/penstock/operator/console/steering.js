// Mode switches, with a confirmation for dangerous ones and a message when they are done.

import {byId, element, fill, mark, show, write} from './dom.js';
import {hasToken, Refused, tell} from './agent.js';

export const MODES = [['file', 'File'], ['enforce', 'Enforce'], ['shadow', 'Shadow'], ['off', 'Off']];

const SAID_MILLIS = 8000;
let hideTimer = 0;

export function say(words, failed) {
  const said = byId('said');
  write(said, words);
  said.classList.toggle('failed', Boolean(failed));
  said.classList.add('shown');
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => said.classList.remove('shown'), SAID_MILLIS);
}

// Resolves to true if the operator confirms.
export function confirmed(title, words, yes) {
  const dialog = byId('confirm');
  write(byId('confirm-title'), title);
  write(byId('confirm-words'), words);
  write(byId('confirm-yes'), yes);
  return new Promise(resolve => {
    const end = answer => {
      dialog.close();
      resolve(answer);
    };
    byId('confirm-yes').onclick = () => end(true);
    byId('confirm-no').onclick = () => end(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
    byId('confirm-yes').focus();
  });
}

export async function order(path, body, done, refresh) {
  try {
    const answer = await tell(path, body);
    say(done);
    return answer;
  } catch (error) {
    say(error instanceof Refused
        ? 'Not done: ' + error.message
        : 'The agent did not respond. The change may not have been made.', true);
    return null;
  } finally {
    refresh();
  }
}

export async function switchAll(mode, refresh) {
  const sure = mode !== 'off' || await confirmed('Turn all rules off?',
      'From the next call on, no call is limited, counted or held until you switch back.', 'Turn off');
  if (sure) {
    const done = {
      file: 'All rules use the mode of the file again.', enforce: 'Rules are enforced.',
      shadow: 'All rules are in shadow: no call is rejected.', off: 'All rules are off.',
    };
    await order('/api/mode', {mode}, done[mode], refresh);
  }
}

export async function switchRule(rule, mode, refresh) {
  const sure = mode !== 'off' || await confirmed('Turn rule ' + rule + ' off?',
      'From the next call on, the rule limits no call until you switch back.', 'Turn off');
  if (sure) {
    const done = mode === 'file' ? 'Rule ' + rule + ' uses the mode of the file again.'
        : 'Rule ' + rule + ' was switched to ' + mode + '.';
    await order('/api/rules/mode', {rule, mode}, done, refresh);
  }
}

// A group of four buttons; exactly one is pressed.
export function segments(group, pick) {
  for (const [mode, label] of MODES) {
    const button = element('button', {type: 'button', 'data-mode': mode, 'aria-pressed': 'false'}, label);
    button.addEventListener('click', () => pick(mode));
    group.append(button);
  }
  return group;
}

export function press(group, switchedBy, mode) {
  const pressed = switchedBy === null ? 'file' : mode;
  for (const button of group.children) {
    mark(button, 'aria-pressed', String(button.dataset.mode === pressed));
    button.disabled = !hasToken();
  }
}

export function fillRuleChoice(rules) {
  const choice = byId('key-rule');
  const names = [...new Set(rules.map(rule => rule.name))];
  fill(choice, names, name => name, () => element('option'), (option, name) => {
    write(option, name);
    option.value = name;
  });
}

export function allowKeys(allowed) {
  for (const id of ['key-rule', 'key', 'peek', 'reset']) {
    byId(id).disabled = !allowed;
  }
  show(byId('switches'), true);
}
