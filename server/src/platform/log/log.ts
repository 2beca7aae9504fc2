import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets } from '../../foundation/hide-secrets.ts';
import { errorForLog, fieldsForLog } from './serialize.ts';

export type Log = Logger;

/**
 * JSON lines on standard error: standard output belongs to what a person or a script is told.
 * Nothing that can hold a key or a secret is handed to the log; the redaction is the second net, and the third
 * catches what has their form in any line, such as a key that somebody wrote into a path.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: fieldsForLog },
      serializers: { err: (value) => (value instanceof Error ? errorForLog(value) : value) },
      hooks: { streamWrite: hideSecrets },
      redact: {
        paths: [
          '*.authorization',
          '*.cookie',
          '*.secret',
          '*.password',
          '*.api_key',
          'req.headers',
          'res.headers',
        ],
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}
