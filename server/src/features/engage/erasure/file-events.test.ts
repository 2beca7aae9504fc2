import { expect, test } from 'vitest';
import { createPersonWithTraces } from '../../../../test/person-with-traces.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { createEmit, type EventType, sampleEvent } from '../../../events/index.ts';
import { accessOf } from '../../../features/projects/index.ts';

const parley = useParley();
const ada = useAccount(parley);

const { participant: sampleParticipant } = sampleEvent('engage.session.completed').data as {
  participant: object;
};

async function eraseAfter(type: EventType, dataOf: (ids: Record<string, string>) => object) {
  const person = await createPersonWithTraces(parley, ada, `mina-${type}@example.com`);
  const { id, project_id, file, session, otherFile } = person;
  const data = { ...sampleEvent(type).data, project_id, ...dataOf({ id, file, session, otherFile }) };
  await createEmit([], accessOf, () => {})(parley.db, {
    type,
    workspace_id: ada.workspace_id,
    project_id,
    data,
    at: parley.clock.now(),
  });
  expect((await ada.post(`/v1/participants/${id}/erase`)).status).toBe(200);
  const { body } = await ada.get(`/v1/events?type=${type}&project_id=${project_id}`);
  return { person, data, events: body.data.map((event: { data: object }) => event.data) };
}

test('the event of an erased recording says that there is no transcript', async () => {
  const { person, events } = await eraseAfter('file.transcribed', ({ file, session }) => ({
    id: file,
    session_id: session,
    transcription_status: 'completed',
    checksum_sha256: 'a'.repeat(64),
  }));
  expect(events).toContainEqual(
    expect.objectContaining({
      id: person.file,
      transcription_status: 'none',
      checksum_sha256: null,
      session_id: null,
    }),
  );
});

test('the event of a recording of another person remains', async () => {
  const { data, events } = await eraseAfter('file.transcribed', ({ otherFile }) => ({ id: otherFile }));
  expect(events).toContainEqual(data);
});

test('the event of an erased session names no recording', async () => {
  const { person, events } = await eraseAfter('engage.session.completed', ({ id, file, session }) => ({
    id: session,
    participant: { ...sampleParticipant, id },
    recording_file_id: file,
  }));
  expect(events).toContainEqual(
    expect.objectContaining({ id: person.session, recording_file_id: null, summary: null }),
  );
});
