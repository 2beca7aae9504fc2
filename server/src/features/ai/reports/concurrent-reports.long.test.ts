import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

/** Many reports at the same time, and changes of their sources meanwhile. */

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { ended, newReport, study } = reportStudies(() => ada);

test('concurrent requests for reports are all written and counted', async () => {
  const { project } = await study();
  const jobs = await Promise.all(
    Array.from({ length: 8 }, (_, i) => ada.post(`/v1/projects/${project}/reports`, { prompt: `Why ${i}?` })),
  );
  for (const { body } of jobs) expect((await ended(body.data.id)).status).toBe('succeeded');
  expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(8);
  const page = await ada.get(`/v1/projects/${project}/reports?limit=5`);
  const rest = await ada.get(`/v1/projects/${project}/reports?limit=5&cursor=${page.body.meta.next_cursor}`);
  expect(new Set([...page.body.data, ...rest.body.data].map((r) => r.id)).size).toBe(8);
});

test('concurrent deletions, edits and writes of reports, files and transcripts do not deadlock', async () => {
  const { project, mina, tom } = await study();
  const write = () => newReport(project, { prompt });
  const [one, two, three, four] = await Promise.all([write(), write(), write(), write()]);
  const { segments } = (await ada.get(`/v1/files/${tom}/transcript`)).body.data;
  const answers = await Promise.all([
    ada.post(`/v1/projects/${project}/reports`, { prompt, file_ids: [tom] }),
    ada.delete(`/v1/reports/${one.id}`),
    ada.delete(`/v1/files/${mina}`),
    ada.patch(`/v1/reports/${two.id}`, { body_markdown: `${two.body_markdown}\n\nMore.` }),
    ada.delete(`/v1/reports/${three.id}`),
    ada.put(`/v1/files/${tom}/transcript`, {
      segments: segments.slice(0, 3).map(({ speaker, start_seconds, end_seconds, text }) => ({
        speaker,
        start_seconds,
        end_seconds,
        text: `${text} Indeed.`,
      })),
    }),
    ada.delete(`/v1/reports/${four.id}`),
    ada.post(`/v1/projects/${project}/notes`, { body: 'Meanwhile.' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 200, 200, 200, 200, 201]);
  expect((await ended(answers[0].body.data.id)).status).toBe('succeeded');
  expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({
    report_count: 2,
    file_count: 1,
  });
});
