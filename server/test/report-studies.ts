import { expect } from 'vitest';
import { type Account, until } from './harness.ts';
import { minaTalk, tomTalk, turnsOf } from './interviews.ts';
import type { ResponseBody } from './response-body.ts';

export type Report = ResponseBody<'GET', `/v1/reports/${string}`>['data'];

export const prompt = 'What stops people from finishing the checkout?';

/** Projects with talks in them, and reports about those, for whoever the reader is by then. */
export function reportStudies(reader: () => Account) {
  async function newProject(who = reader()): Promise<string> {
    return (await who.post('/v1/projects', { name: 'Study' })).body.data.id;
  }

  async function newTalk(
    projectId: string,
    name: string,
    script: string,
    language?: string,
    who = reader(),
  ): Promise<string> {
    const transcript = { segments: turnsOf(script), ...(language ? { language } : {}) };
    const created = await who.post(`/v1/projects/${projectId}/files`, { name, transcript });
    expect(created.status).toBe(201);
    return created.body.data.id;
  }

  const ended = (jobId: string, who = reader()) =>
    until(async () => {
      const { body } = await who.get(`/v1/jobs/${jobId}`);
      return ['succeeded', 'failed'].includes(body.data.status) && body.data;
    }, `job ${jobId} to end`);

  async function newReport(projectId: string, body: object, who = reader()) {
    const accepted = await who.post(`/v1/projects/${projectId}/reports`, body);
    expect(accepted.status).toBe(202);
    const job = await ended(accepted.body.data.id, who);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    return (await who.get(`/v1/reports/${job.result.report_id}`)).body.data;
  }

  async function study() {
    const project = await newProject();
    const mina = await newTalk(project, 'Talk with Mina', minaTalk, 'en');
    const tom = await newTalk(project, 'Talk with Tom', tomTalk);
    return { project, mina, tom };
  }

  async function expectVerified(report: Report): Promise<void> {
    expect(report.quote_count).toBe(report.citations.filter((c) => c.verified).length);
    for (const citation of report.citations) {
      const path = `/v1/files/${citation.file_id}/transcript` as const;
      const { segments, revision } = (await reader().get(path)).body.data;
      const segment = segments.find(({ id }) => id === citation.segment_id);
      expect(segment.text.replace(/\s+/g, ' ')).toContain(citation.quote);
      expect(citation).toMatchObject({
        verified: true,
        speaker: segment.speaker,
        start_seconds: segment.start_seconds,
        transcript_revision: revision,
        source_deleted: false,
        response_id: null,
      });
      expect(report.body_markdown).toContain(`[${citation.id}]`);
    }
  }

  return { newProject, newTalk, ended, newReport, study, expectVerified };
}
