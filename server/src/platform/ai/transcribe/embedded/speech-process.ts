import { Worker } from 'node:worker_threads';
import { TranscriberError } from '../transcriber.ts';
import { createKit, type Kit } from './kit.ts';
import { listen } from './listen.ts';
import type { ListenOrder, SpeechNews } from './protocol.ts';

/**
 * The program behind embedded.ts: hears one recording after the other. It lives alone, because native code that
 * computes for minutes, or crashes, must not do so where requests are answered.
 */
const tell = (news: SpeechNews) => process.send?.(news);
let kit: Kit | undefined;

process.on('message', (order: ListenOrder) => {
  kit ??= createKit(order);
  listen(kit, order, (fraction) => tell({ kind: 'progress', fraction })).then(
    ({ language, segments }) => tell({ kind: 'done', language, segments }),
    (error: unknown) =>
      tell(
        error instanceof TranscriberError
          ? { kind: 'failed', code: error.code, message: error.message }
          : {
              kind: 'failed',
              code: 'provider_answer',
              message: 'Speech recognition failed on this recording.',
            },
      ),
  );
});

// Ctrl-C goes to the whole group: whoever started this decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
// A thread of its own sees that the parent has died even while this one is deep in native code.
new Worker(new URL('./speech-watchdog.ts', import.meta.url)).unref();
