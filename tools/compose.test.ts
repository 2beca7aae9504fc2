import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/src/platform/config/index.ts';

interface Service {
  image: string;
  environment?: Record<string, string>;
}

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
const { services } = parse(await read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const ours = Object.entries(services).filter(([, { image }]) => image === 'parley');

/** `${NAME:-default}` as Docker Compose replaces it when NAME is not set. */
const withDefaults = (value: string) => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

test('compose.yaml has the single container, the API and the workers', () => {
  expect(ours.map(([name]) => name)).toEqual(['parley', 'api', 'worker']);
});

test.each(ours)('the variables of %s are documented and valid', async (_name, { environment = {} }) => {
  const documented = await read('docs/self-hosting/configuration.md');
  for (const name of Object.keys(environment)) expect(documented).toContain(`\`${name}\``);
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, withDefaults(value)]),
  );
  expect(() => readConfig({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data', ...env })).not.toThrow();
});

test('the variables of the Dockerfile are documented', async () => {
  const [, block = ''] = /^ENV NODE_ENV=production((?:.*\\\n)+.*)/m.exec(await read('Dockerfile')) ?? [];
  const names = [...block.matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(names).toContain('DATA_DIR');
  const documented = await read('docs/self-hosting/configuration.md');
  for (const name of names) expect(documented).toContain(`\`${name}\``);
});
