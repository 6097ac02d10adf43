// Rates of counters since the page was opened, and their sparklines.

const SAMPLES = 60;
const WIDTH = 120;
const HEIGHT = 26;

export class History {
  constructor() {
    this.samples = [];
    this.last = null;
  }

  // Adds the current counters.
  add(time, counters) {
    const last = this.last;
    this.last = {time, counters};
    if (last === null || time <= last.time) {
      return;
    }
    const seconds = (time - last.time) / 1000;
    const rates = counters.map((each, i) => Math.max(0, each - last.counters[i]) / seconds);
    this.samples.push(rates);
    if (this.samples.length > SAMPLES) {
      this.samples.shift();
    }
  }

  // The rate over the last seconds, so that the number is readable; null if there are no samples.
  rate(which) {
    const recent = this.samples.slice(-3);
    return recent.length === 0
        ? null : recent.reduce((sum, rates) => sum + rates[which], 0) / recent.length;
  }

  highest() {
    return Math.max(1e-9, ...this.samples.map(rates => Math.max(...rates)));
  }

  path(which, highest) {
    const step = WIDTH / (SAMPLES - 1);
    const first = SAMPLES - this.samples.length;
    if (this.samples.length < 2 || this.samples.every(rates => rates[which] === 0)) {
      return '';
    }
    const points = this.samples.map((rates, i) => {
      const high = rates[which] === 0 ? 0 : Math.max(1.5, rates[which] / highest * (HEIGHT - 2));
      return ((first + i) * step).toFixed(1) + ' ' + (HEIGHT - high).toFixed(1);
    });
    return 'M' + (first * step).toFixed(1) + ' ' + HEIGHT + 'L' + points.join('L') + 'V' + HEIGHT + 'Z';
  }
}

const SVG = 'http://www.w3.org/2000/svg';

export function sparkline(kind) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'spark ' + kind);
  svg.setAttribute('viewBox', '0 0 ' + WIDTH + ' ' + HEIGHT);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(document.createElementNS(SVG, 'path'));
  return svg;
}
