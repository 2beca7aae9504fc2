import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret, signatureHeaders } from './signature.ts';

/** Runs the snippets of docs/api/webhooks.md whose language is installed. */
const page = await readFile(new URL('../../../../../docs/api/webhooks.md', import.meta.url), 'utf8');

interface Language {
  fence: string;
  file: string;
  has: [command: string, ...options: string[]];
  /** Runs once before the first `run`, in the folder of the snippet. */
  build?: [command: string, ...options: string[]];
  run: [command: string, ...options: string[]];
  /** Calls the snippet with the three arguments and prints what it returns. */
  driver: string;
}

const languages: Record<string, Language> = {
  TypeScript: {
    fence: 'ts',
    file: 'verify.ts',
    has: [process.execPath, '--version'],
    run: [process.execPath],
    driver: `import { readFileSync } from 'node:fs';
      const [secret = '', header = '', file = ''] = process.argv.slice(2);
      console.log(verify(secret, header, readFileSync(file)));`,
  },
  Python: {
    fence: 'python',
    file: 'verify.py',
    has: ['python3', '--version'],
    run: ['python3'],
    driver: `\nimport sys\nprint(str(verify(sys.argv[1], sys.argv[2], open(sys.argv[3], "rb").read())).lower())\n`,
  },
  Go: {
    fence: 'go',
    file: 'verify.go',
    has: ['go', 'version'],
    build: ['go', 'build', '-o', 'verify', 'verify.go'],
    run: ['./verify'],
    driver: `\nfunc main() {\n\tbody, _ := os.ReadFile(os.Args[3])\n\tfmt.Println(Verify(os.Args[1], os.Args[2], body, 5*time.Minute))\n}\n`,
  },
  Ruby: {
    fence: 'ruby',
    file: 'verify.rb',
    has: ['ruby', '--version'],
    run: ['ruby'],
    driver: `\nputs verify(ARGV[0], ARGV[1], File.binread(ARGV[2]))\n`,
  },
  PHP: {
    fence: 'php',
    file: 'verify.php',
    has: ['php', '--version'],
    run: ['php'],
    driver: `\necho verify($argv[1], $argv[2], file_get_contents($argv[3])) ? "true" : "false";\n`,
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-snippets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const secret = newSecret();
const previousSecret = newSecret();
const body = Buffer.from('{"id":"evt_1","type":"tag.created","data":{"name":"Größe 測試 \\u0000"}}');
const now = () => Math.floor(Date.now() / 1000);
const headerAt = (timestampSeconds: number, key = secret, old?: string) =>
  signatureHeaders({
    secret: key,
    previousSecrets: old ? [old] : [],
    eventId: 'evt_1',
    timestampSeconds,
    body,
  })['X-SVC-Signature'] as string;

describe.each(Object.entries(languages))('the %s snippet', (_, language) => {
  const [command, ...options] = language.has;
  const isHere = spawnSync(command, options).status === 0;
  // CI sets REQUIRE_LANGUAGES, so that no language is skipped there.
  const skip = !isHere && !process.env.REQUIRE_LANGUAGES;

  test.skipIf(skip)('accepts our signatures and refuses everything else', { timeout: 180_000 }, async () => {
    const snippet = new RegExp(`\`\`\`${language.fence}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
    const source =
      language.fence === 'go' ? snippet.replace('import (', 'import (\n\t"fmt"\n\t"os"') : snippet;
    await writeFile(join(folder, language.file), `${source}\n${language.driver}`);
    await writeFile(join(folder, 'body'), body);
    await writeFile(join(folder, 'other'), Buffer.concat([body, Buffer.from(' ')]));
    if (language.build) {
      const [builder, ...how] = language.build;
      const built = spawnSync(builder, how, { encoding: 'utf8', cwd: folder });
      expect(built.stderr).toBe('');
    }
    const verify = (header: string, file = 'body', key = secret) => {
      const [program, ...before] = language.run;
      const args = [...before, ...(language.build ? [] : [language.file]), key, header, join(folder, file)];
      const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder });
      return stdout.trim() || stderr;
    };
    expect(verify(headerAt(now()))).toBe('true');
    expect(verify(headerAt(now(), newSecret(), secret))).toBe('true');
    expect(verify(headerAt(now(), secret, previousSecret), 'body', previousSecret)).toBe('true');
    expect(verify(headerAt(now()), 'other')).toBe('false');
    expect(verify(headerAt(now()), 'body', newSecret())).toBe('false');
    expect(verify(headerAt(now() - 3600))).toBe('false');
    expect(verify('')).toBe('false');
    expect(verify(`t=${now()}, v1=nonsense`)).toBe('false');
  });
});

test('the guide lists every event type', async () => {
  const { eventTypes } = await import('../../../events/index.ts');
  for (const type of eventTypes) expect(page).toContain(`\`${type}\``);
});
