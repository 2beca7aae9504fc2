import { expect, test } from 'vitest';
import { prompt, reportStudies } from '../../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';

const parley = useParley({ work: true });
const ada = useAccount(parley);
const { newReport, newTalk, study } = reportStudies(() => ada);

const words = 'I wanted to see the total with shipping before that.';

async function quoted() {
  const { project, mina } = await study();
  const created = await ada.post(`/v1/projects/${project}/reports`, { body_markdown: `> “${words}”` });
  const report = created.body.data;
  const [citation] = report.citations;
  const states = async () => (await ada.get(`/v1/reports/${report.id}/quotations`)).body.data.quotations;
  const correct = (text: string) =>
    ada.patch(`/v1/files/${citation?.file_id}/transcript/segments/${citation?.segment_id}`, { text });
  return { project, mina, report, citation, states, correct };
}

test('says that a quotation has other words now, who changed them, and that they are back after an undo', async () => {
  const { report, citation, states, correct } = await quoted();
  expect(await states()).toMatchObject([
    { citation_id: citation?.id, state: 'verified', current_quote: null },
  ]);
  const segment = (await ada.get(`/v1/files/${citation?.file_id}/transcript`)).body.data.segments.find(
    ({ id }) => id === citation?.segment_id,
  );
  const before = segment?.text ?? '';
  expect((await correct(before.replace('total', 'sum'))).status).toBe(200);
  expect(await states()).toMatchObject([
    {
      state: 'changed',
      current_quote: words.replace('total', 'sum'),
      segment_ids: [citation?.segment_id],
      changed_by: ada.user_id,
    },
  ]);
  // The report shows the accepted words until a person decides.
  expect((await ada.get(`/v1/reports/${report.id}`)).body.data.body_markdown).toContain(words);
  await correct(before);
  expect(await states()).toMatchObject([{ state: 'verified' }]);
});

test('keeps the words of a quotation without a new version, until the transcript changes there again', async () => {
  const { report, citation, states, correct } = await quoted();
  await correct('I wanted to see the sum with shipping before that.');
  const kept = await ada.post(`/v1/reports/${report.id}/quotations/keep`, { citation_ids: [citation?.id] });
  expect(kept.status).toBe(200);
  expect(kept.body.data).toMatchObject({ version: 1, quotations: [{ state: 'kept' }] });
  const edited = await ada.patch(`/v1/reports/${report.id}`, {
    body_markdown: `More.\n\n${report.body_markdown}`,
    expected_version: 1,
  });
  expect(edited.body.data.quote_count).toBe(1);
  expect(await states()).toMatchObject([{ state: 'kept' }]);
  await correct('I wanted to see the price with shipping before that.');
  expect(await states()).toMatchObject([
    { state: 'changed', current_quote: 'I wanted to see the price with shipping before that.' },
  ]);
  const unknown = await ada.post(`/v1/reports/${report.id}/quotations/keep`, { citation_ids: ['cit_99'] });
  expect(unknown.status).toBe(422);
  expect(unknown.body.error.details).toMatchObject([{ field: 'citation_ids.0' }]);
});

test('marks a quotation whose source was deleted, and keeps its words', async () => {
  const { mina, states } = await quoted();
  await ada.delete(`/v1/files/${mina}`);
  expect(await states()).toMatchObject([{ state: 'source_deleted', current_quote: null }]);
});

test('verifies a new quotation in the segments that the change names, even if the words occur twice', async () => {
  const { project, report } = await quoted();
  const first = await newTalk(project, 'Talk one', 'Lea: The blue button did nothing.', 'en');
  const second = await newTalk(project, 'Talk two', 'Kim: The blue button did nothing.', 'en');
  const segmentOf = async (file: string) =>
    (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments[0]?.id;
  const body_markdown = `${report.body_markdown}\n\n> “The blue button did nothing.”\n> — Kim [cit_2]`;
  const without = await ada.patch(`/v1/reports/${report.id}`, { body_markdown });
  expect(without.body.data.unverified_quote_count).toBe(1);
  const change = {
    body_markdown,
    quoted_segments: [{ citation_id: 'cit_2', segment_ids: [await segmentOf(second)] }],
  };
  const named = await ada.patch(`/v1/reports/${report.id}`, change);
  expect(named.status).toBe(200);
  expect(named.body.data.citations[1]).toMatchObject({ id: 'cit_2', verified: true, file_id: second });
  expect(named.body.data.file_ids).toContain(second);
  expect(named.body.data.file_ids).not.toContain(first);
});

test('a generated report can quote a file that was added after it was written', async () => {
  const { project } = await study();
  const report = await newReport(project, { prompt });
  const later = await newTalk(project, 'Later', 'Lea: The blue button did nothing at all.', 'en');
  const segment = (await ada.get(`/v1/files/${later}/transcript`)).body.data.segments[0]?.id;
  const changed = await ada.patch(`/v1/reports/${report.id}`, {
    body_markdown: `> “The blue button did nothing at all.”\n> — Lea [cit_900]`,
    quoted_segments: [{ citation_id: 'cit_900', segment_ids: [segment] }],
  });
  expect(changed.body.data.citations).toMatchObject([{ id: 'cit_900', verified: true, file_id: later }]);
  expect(changed.body.data.file_ids).toEqual([...report.file_ids, later]);
});
