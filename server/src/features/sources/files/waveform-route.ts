import { text } from 'node:stream/consumers';
import Type from 'typebox';
import { notFound } from '../../../foundation/errors.ts';
import { type Route, route } from '../../../http/route.ts';
import { Id, Resource } from '../../../http/schema.ts';
import type { FileDeps } from './deps.ts';
import { getFileForRead } from './service.ts';

const Waveform = Resource(
  'Waveform',
  {
    file_id: Id('file', 'The recording.'),
    duration_seconds: Type.Number({
      minimum: 0,
      description: 'Length of the recording.',
      examples: [1803.2],
    }),
    seconds_per_peak: Type.Number({
      minimum: 0,
      description: 'The time that a peak covers.',
      examples: [0.9],
    }),
    peaks: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'The loudest moment of each interval, from 0 to 1.',
      examples: [[0.12, 0.4, 0.31]],
    }),
  },
  { description: 'How loud a recording is over time.' },
);

interface Peaks {
  peaks: number[];
  seconds_per_peak: number;
  duration_seconds: number;
}

export const waveformRoute = (deps: FileDeps): Route =>
  route({
    method: 'GET',
    path: '/files/{fileId}/waveform',
    operationId: 'getWaveform',
    tag: 'Files',
    summary: 'Get the waveform of a recording',
    description: 'For drawing it at any width. 404 until the recording is processed, and for other files.',
    status: 200,
    ids: { fileId: 'file' },
    query: Type.Object({
      points: Type.Optional(
        Type.Integer({
          minimum: 10,
          maximum: 4_000,
          default: 1_000,
          description: 'At most this many peaks; a recording may have fewer.',
        }),
      ),
    }),
    data: Waveform,
    handler: async ({ db, principal, params, query }) => {
      const { id, waveform_key } = await getFileForRead(db, principal, params.fileId);
      if (waveform_key === null || !(await deps.storage.find(waveform_key))) throw notFound('Waveform');
      const stored: Peaks = JSON.parse(await text((await deps.storage.read(waveform_key)).stream));
      return { data: { file_id: id, ...reducePeaks(stored, query.points ?? 1_000) } };
    },
  });

/** Joins adjacent peaks, so that a short loud moment remains visible. */
export function reducePeaks({ peaks, seconds_per_peak, duration_seconds }: Peaks, points: number): Peaks {
  const width = Math.ceil(peaks.length / points);
  if (width <= 1) return { peaks, seconds_per_peak, duration_seconds };
  const joined = Array.from({ length: Math.ceil(peaks.length / width) }, (_, i) =>
    Math.max(...peaks.slice(i * width, (i + 1) * width)),
  );
  return { peaks: joined, seconds_per_peak: seconds_per_peak * width, duration_seconds };
}
