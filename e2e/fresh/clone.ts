import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home directory with mode 0700. It contains the clone, in a folder whose name has a space. */
    home: string;
    clone: string;
  }
}

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Clones the committed files and runs `npm install`, as the README says. */
export function setup(project: TestProject) {
  const home = mkdtempSync(path.join(tmpdir(), 'parley-home-'));
  chmodSync(home, 0o700);
  const clone = path.join(home, 'My Research', 'parley');
  mkdirSync(path.dirname(clone));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, clone], { stdio: 'inherit' });
  execFileSync('npm', ['install', '--prefer-offline', '--silent'], { cwd: clone, stdio: 'inherit' });
  project.provide('home', home);
  project.provide('clone', clone);
  return () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
