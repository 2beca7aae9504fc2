import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// A program: loads the modules given as arguments and prints every regular expression that they construct while loading.
const recorded = new Map<string, { place: string; source: string; flags: string }>();
const root = pathToFileURL(`${process.cwd()}/`).href;
const original = RegExp;

/** `file:line` of the first frame outside of this file. */
function caller(): string {
  const frames = (new Error('the call').stack ?? '').split('\n').filter((line) => line.includes(root));
  const frame = frames.find((line) => !line.includes(import.meta.url)) ?? '';
  const [path = '', line = ''] = frame.slice(frame.indexOf(root) + root.length).split(':');
  return `${path}:${line}`;
}

function record(expression: RegExp): RegExp {
  const { source, flags } = expression;
  const place = caller();
  if (!place.startsWith('node_modules/')) recorded.set(`${place} ${source}`, { place, source, flags });
  return expression;
}

globalThis.RegExp = new Proxy(original, {
  construct: (target, [source, flags]) => record(new target(source, flags)),
  apply: (target, _receiver, [source, flags]) => record(target(source, flags)),
});
for (const path of process.argv.slice(2)) await import(pathToFileURL(resolve(path)).href);
process.stdout.write(JSON.stringify([...recorded.values()]), () => process.exit(0));
