import { statSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { pagePreloads } from '../src/routes/preloads.ts';
import { chunkOf, filesOf } from './chunks.ts';

/** The most that the first page of a visit loads, in kB as transferred. `npm run bench:web` measures the same. */
const budgets: Record<string, number> = { '/sign-in': 125, '/': 180, '/projects': 180 };

/** What a page loads when the browser is idle. After the sign-in page it is for the pages that follow, so it does not count there. */
const loadedWhenIdle: Record<string, string[]> = {
  '/': ['ui/toast-list.tsx', 'features/shell/more-sheet.tsx'],
  '/projects': ['ui/toast-list.tsx', 'features/shell/more-sheet.tsx', 'features/projects/project-dialogs.ts'],
};

/** The headers of one response. */
const headersBytes = 620;

const advice = 'Import dynamically what it does not need at once, or see the chunks in vite.config.ts.';

/**
 * Fails the build in CI if a page loads more script than its budget. Elsewhere it only warns, because `npm install` builds the
 * application. It reads the compressed copies, so it comes after them.
 */
export function scriptBudget(): Plugin {
  return {
    name: 'script-budget',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      handler({ dir = 'dist' }, bundle) {
        for (const { path: page, modules } of pagePreloads) {
          const budget = budgets[page];
          if (budget === undefined) continue;
          const entries = [
            'index.html',
            ...[...modules, ...(loadedWhenIdle[page] ?? [])].map((name) => `src/${name}`),
          ];
          const files = new Set(entries.flatMap((entry) => [...filesOf(bundle, chunkOf(bundle, entry))]));
          const scripts = [...files].filter((file) => file.endsWith('.js'));
          const sizes = scripts.map((file) => statSync(path.join(dir, `${file}.br`)).size + headersBytes);
          const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
          const message = `${page} loads ${kilobytes.toFixed(1)} kB of script first (budget: ${budget} kB)`;
          if (kilobytes <= budget) this.info(message);
          else if (process.env.CI) this.error(`${message}. ${advice}`);
          else this.warn(`${message}. ${advice}`);
        }
      },
    },
  };
}
