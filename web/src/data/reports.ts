import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Report = Schemas['Report'];

export const reportQuery = (reportId: string) =>
  queryOptions({ queryKey: keys.report(reportId), queryFn: () => readReport(reportId) });

export const readReport = async (reportId: string): Promise<Report> =>
  (await unwrap(api.GET('/v1/reports/{reportId}', { params: { path: { reportId } } }))).data;
