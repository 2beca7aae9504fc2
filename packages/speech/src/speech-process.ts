import { endWithParent } from '@parley/local-models';
import { createModels, type Models } from './models.ts';
import type { SpeechMessage, TranscribeCommand } from './protocol.ts';
import { SpeechError } from './speech.ts';
import { transcribe } from './transcribe.ts';

/**
 * The program that speech-recognizer.ts starts. It transcribes one recording after another. It is a separate process
 * because native code computes for minutes and may crash, which must not affect the application.
 */
const send = (message: SpeechMessage) => process.send?.(message);
let models: Models | undefined;

process.on('message', (command: TranscribeCommand) => {
  models ??= createModels(command.models);
  transcribe(models, command, {
    onProgress: (fraction) => send({ kind: 'progress', fraction }),
    onFinished: (step) => send({ kind: 'finished', step }),
  }).then(
    (transcription) => send({ kind: 'done', ...transcription }),
    (error: unknown) =>
      send(
        error instanceof SpeechError
          ? { kind: 'failed', code: error.code, message: error.message }
          : { kind: 'failed', code: 'failed', message: 'Speech recognition failed on this recording.' },
      ),
  );
});

endWithParent();
