import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storedColors, tagHue, tagHues } from './tag-colors.ts';

it.each(tagHues)('shows the colour that the application stores for %s in that hue', (hue) => {
  expect(tagHue(storedColors[hue])).toBe(hue);
  expect(tagHue(storedColors[hue].toLowerCase())).toBe(hue);
});

it.each([
  ['#5B8DEF', 'blue'],
  ['#9B6BDF', 'violet'],
  ['#E0A13C', 'amber'],
  ['#3FA66B', 'green'],
  ['#D9608A', 'pink'],
  ['#3BA7B5', 'teal'],
  ['#C7683B', 'red'],
  ['#D9534F', 'red'],
  ['#7A8794', 'gray'],
  ['#000000', 'gray'],
  ['#FFFFFF', 'gray'],
  ['#FFFF00', 'amber'],
  [null, 'gray'],
  ['red', 'gray'],
])('shows %s as %s', (color, hue) => {
  expect(tagHue(color)).toBe(hue);
});

const css = readFileSync(new URL('./tag-colors.css', import.meta.url), 'utf8');
const pair = (hue: string, part: string) =>
  new RegExp(`--tag-${hue}-${part}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)?.slice(1) ??
  [];

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a = '', b = ''): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(tagHues)('the hue %s', (hue) => {
  it.each([
    ['light', 0, '#ffffff', '#211f1b'],
    ['dark', 1, '#24221f', '#ece8df'],
  ] as const)('a hue can be read in %s', (_theme, index, surface, ink) => {
    const [wash, own, dot] = ['wash', 'ink', 'dot'].map((part) => pair(hue, part)[index]);
    expect(contrast(own, wash)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, wash)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dot, surface)).toBeGreaterThanOrEqual(3);
  });
});
