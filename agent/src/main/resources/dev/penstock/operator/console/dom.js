// Helpers for elements of the page. They insert text only as text, because names of rules and keys
// are untrusted.

export const byId = id => document.getElementById(id);

export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

export function show(node, visible) {
  if (node.hidden === visible) {
    node.hidden = !visible;
  }
}

export function mark(node, name, value) {
  if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

const known = new WeakMap();

// One child for each item. Children are kept as long as their items exist, so that an element under
// the pointer or in focus survives an update.
export function fill(parent, items, keyOf, make, update) {
  const before = known.get(parent) || new Map();
  const now = new Map();
  items.forEach((item, index) => {
    const key = keyOf(item, index);
    const child = before.get(key) || make(item);
    now.set(key, child);
    update(child, item);
    if (parent.children[index] !== child) {
      parent.insertBefore(child, parent.children[index] || null);
    }
  });
  before.forEach((child, key) => {
    if (now.get(key) !== child) {
      child.remove();
    }
  });
  known.set(parent, now);
}

// Fills table rows with plain text cells.
export function fillRows(body, rows) {
  const columns = body.closest('table').querySelectorAll('thead th');
  fill(body, rows, row => row.key, () => element('tr'), (tr, row) => {
    fill(tr, row.cells, (cell, index) => index,
        (cell) => cell === row.cells[0] ? element('th', {scope: 'row'}) : element('td'),
        (td, cell) => write(td, cell));
    [...tr.children].forEach((td, index) => {
      td.classList.toggle('number', columns[index].classList.contains('number'));
      mark(td, 'data-label', columns[index].textContent);
    });
  });
}

// Fills a list with [name, value, state, title]. A state is good, warn, bad, off or empty.
export function fillFigures(list, figures) {
  fill(list, figures, figure => figure[0],
      figure => element('div', {}, element('dt', {}, figure[0]), element('dd')),
      (div, figure) => {
        write(div.lastChild, figure[1]);
        mark(div, 'data-state', figure[2] || '');
        mark(div.lastChild, 'title', figure[3] || '');
      });
}
