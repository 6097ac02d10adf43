// Formats numbers and times.

export function count(value) {
  if (value >= 1e9) {
    return (value / 1e9).toFixed(2) + ' G';
  }
  return value >= 1e7 ? (value / 1e6).toFixed(1) + ' M' : value.toLocaleString('en');
}

export function rate(perSecond) {
  if (perSecond === null) {
    return '–';
  }
  if (perSecond > 0 && perSecond < 0.05) {
    return '<0.1';
  }
  return perSecond < 9.95 && perSecond !== 0
      ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en');
}

export function duration(seconds) {
  if (seconds < 1) {
    return seconds < 0.01 ? (seconds * 1000).toFixed(1) + ' ms' : Math.round(seconds * 1000) + ' ms';
  }
  if (seconds < 60) {
    return (seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)) + ' s';
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return minutes + ' min' + (minutes < 10 && seconds % 60 >= 1 ? ' ' + Math.floor(seconds % 60) + ' s' : '');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + ' h ' + minutes % 60 + ' min' : Math.floor(hours / 24) + ' d ' + hours % 24 + ' h';
}

export const times = value => count(value) + (value === 1 ? ' time' : ' times');

export function ago(millis, now) {
  return millis === 0 ? 'never' : duration(Math.max(0, Math.round((now - millis) / 1000))) + ' ago';
}

export function share(part, whole) {
  return whole === 0 ? '' : (100 * part / whole).toFixed(part > 0 && part / whole < 0.1 ? 2 : 1) + ' %';
}

export const total = histogram => histogram.counts.reduce((sum, each) => sum + each, 0);

// The bound below which this part of the values lies, as text; null if there are no values.
export function below(histogram, part) {
  let left = part * total(histogram);
  if (left === 0) {
    return null;
  }
  for (let i = 0; i < histogram.bounds.length; i++) {
    left -= histogram.counts[i];
    if (left <= 0) {
      return 'at most ' + duration(histogram.bounds[i]);
    }
  }
  return 'more than ' + duration(histogram.bounds[histogram.bounds.length - 1]);
}

export const OUTCOMES = [
  ['admitted', 'admitted'],
  ['rejected', 'rejected'],
  ['would_reject', 'would be rejected'],
  ['exempt', 'exempt'],
  ['shed', 'shed, overloaded'],
  ['overflow', 'in the overflow bucket'],
  ['failed_open', 'admitted without decision'],
];
