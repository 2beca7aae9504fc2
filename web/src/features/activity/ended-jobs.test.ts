import { expect, it } from 'vitest';
import type { RunningJob } from '../../data/jobs.ts';
import { isOpenFailure } from './ended-jobs.ts';

const now = Date.parse('2026-11-18T12:00:00Z');
const job = (over: Partial<RunningJob> = {}) =>
  ({
    id: 'job_1',
    type: 'transcription',
    status: 'failed',
    project_id: 'prj_1',
    file_id: 'fil_1',
    created_at: '2026-11-18T11:00:00Z',
    finished_at: '2026-11-18T11:01:00Z',
    error: { code: 'media_unreadable', message: 'The file has no sound.' },
    ...over,
  }) as RunningJob;

it('a failure stays until the same work starts again', () => {
  expect(isOpenFailure(job(), [job()], now)).toBe(true);
  const again = job({ id: 'job_2', status: 'running', created_at: '2026-11-18T11:30:00Z' });
  expect(isOpenFailure(job(), [job(), again], now)).toBe(false);
  expect(isOpenFailure(job(), [{ ...again, file_id: 'fil_2' }], now)).toBe(true);
});

it('a job that failed more than a day ago or was canceled is not shown', () => {
  expect(isOpenFailure(job({ finished_at: '2026-11-17T11:00:00Z' }), [], now)).toBe(false);
  expect(isOpenFailure(job({ error: { code: 'canceled', message: '' } }), [], now)).toBe(false);
});
