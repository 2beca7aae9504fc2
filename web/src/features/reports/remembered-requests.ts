import type { ReportRequest } from '../../data/report-jobs.ts';

/**
 * The reports that this tab asked for. A job does not say what was asked, so this is what a failed one is started again with,
 * even after a reload.
 */
interface Remembered {
  projectId: string;
  request: ReportRequest;
}

const storageKey = 'requested-reports';
const rememberedMax = 20;

function readAll(): Record<string, Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
}

function writeAll(all: Record<string, Remembered>): void {
  try {
    const newest = Object.entries(all).slice(-rememberedMax);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage, a failed report offers to ask again.
  }
}

export const rememberRequest = (jobId: string, projectId: string, request: ReportRequest): void =>
  writeAll({ ...readAll(), [jobId]: { projectId, request } });

export const rememberedRequest = (jobId: string): ReportRequest | undefined => readAll()[jobId]?.request;

export function forgetRequest(jobId: string): void {
  const { [jobId]: _, ...rest } = readAll();
  writeAll(rest);
}
