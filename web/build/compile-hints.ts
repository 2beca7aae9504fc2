import type { Plugin } from 'vite';

/** Chunks of which the first page of a visit runs nearly everything. */
const runAtOnce = /^(libraries|base|index|shared|material|virtual|shell|project-layout|[a-z-]+-page)$/;

/**
 * The comment asks the browser to compile a chunk completely while it arrives, in another thread; otherwise Chromium compiles
 * each function on the main thread when it is first called. It has an effect only in the first line, and Vite inserts a line
 * before what `banner` adds. https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && runAtOnce.test(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}
