import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain JavaScript, so that a Node.js which can't read TypeScript says so in one line instead of a stack trace.
const entries = { main: './src/entry/main.ts', admin: './src/entry/admin.ts', seed: './src/entry/seed.ts' };
const name = process.argv[2] ?? '';
const entry = Object.hasOwn(entries, name) ? new URL(entries[name], import.meta.url) : undefined;

if (!entry) {
  process.stderr.write('Usage: node server/launch.mjs main | admin <command> | seed\n');
  process.exitCode = 1;
} else if (!process.features.typescript) {
  process.stderr.write(
    `Parley needs Node.js 22.18 or newer and this is ${process.version}: run "npm install" and start with "npm start", which uses the Node.js that comes with it.\n`,
  );
  process.exitCode = 1;
} else {
  // Node.js stores what it compiled when the process ends, and the next start is faster. A folder that is not writable is ignored.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)));
  process.argv.splice(1, 2, fileURLToPath(entry));
  await import(entry.href);
}
