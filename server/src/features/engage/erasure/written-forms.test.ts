import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findOrCreateParticipant } from '../participants/index.ts';

const parley = useParley();
const ada = useAccount(parley);

test('an erasure removes the name and the address in encoded forms and with invisible characters', async () => {
  const project = (
    await ada.post('/v1/projects', {
      name: 'With Ilse\u200b Quandt',
      description:
        'Ask Il\u00adse Quandt, Ilse&nbsp;Quandt or [write](mailto:ilse%40post.example?subject=Ilse%20Quandt).',
      metadata: { crm: 'https://crm.example/?mail=ilse%2540post.example' },
    })
  ).body.data.id as string;
  const text = 'So Ilse\u2060 Quan\u00addt called.';
  const segments = [{ speaker: 'Jo', start_seconds: 0, end_seconds: 4, text }];
  const file = await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } });
  const { id } = await findOrCreateParticipant(
    parley.db,
    {
      project_id: project,
      name: 'Ilse Quandt',
      email: 'ilse@post.example',
      timezone: null,
      locale: null,
      simulated: false,
    },
    parley.clock.now(),
  );
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
  expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({
    name: 'With [removed]',
    description: 'Ask [removed], [removed] or [write](mailto:[removed]?subject=[removed]).',
    metadata: { crm: 'https://crm.example/?mail=[removed]' },
  });
  const transcript = (await ada.get(`/v1/files/${file.body.data.id}/transcript`)).body.data;
  expect(transcript.segments[0].text).toBe('So █████ ███████ called.');
  expect(transcript.segments[0].text).toHaveLength(text.length);
});
