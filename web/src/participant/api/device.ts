import type { Device } from './client.ts';

const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
/** The first match decides: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const nameOf = (agent: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** A coarse description, enough for "the problem is on phones": no version and no model, which could identify a person. */
export function describeDevice(agent: string, touchPoints = 0): Device {
  // iPadOS names itself macOS; only its touch screen tells it apart.
  const isIpad = /iPad/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1);
  const isTablet = isIpad || /Tablet/.test(agent) || (/Android/.test(agent) && !/Mobile/.test(agent));
  return {
    kind: isTablet ? 'tablet' : /Mobi|iPhone|iPod/.test(agent) ? 'phone' : 'desktop',
    os: isIpad ? 'iOS' : nameOf(agent, systems),
    browser: nameOf(agent, browsers),
  };
}
