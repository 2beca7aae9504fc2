import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets } from '../../foundation/hide-secrets.ts';
import { errorForLog, fieldsForLog } from './serialize.ts';

export type Log = Logger;

/**
 * JSON lines on standard error. Standard output is for messages to the operator and output for scripts.
 * Callers pass nothing to the log that may contain a secret. Two further measures catch mistakes: `redact` removes
 * known fields, and `hideSecrets` removes whatever looks like a key or token in any line, such as a key in a path.
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
