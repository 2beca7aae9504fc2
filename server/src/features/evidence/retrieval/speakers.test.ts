import { describe, expect, it } from 'vitest';
import type { SpeakerRow } from '../response-material.ts';
import { namedIn, readSpeakers } from './speakers.ts';

const speaker = (change: Partial<SpeakerRow>): SpeakerRow => ({
  kind: 'file',
  file_id: 'fil_1',
  file_name: 'Talk with Ben',
  speaker_id: 'spk_1',
  label: 'Ben',
  role: null,
  turns: 10,
  prompts: 0,
  ...change,
});

describe('the speakers of the material', () => {
  const speakers = readSpeakers([
    speaker({ speaker_id: 'spk_1', label: 'Interviewer' }),
    speaker({ speaker_id: 'spk_2', label: 'Ben' }),
    speaker({
      file_id: 'fil_2',
      file_name: 'Second talk',
      speaker_id: 'spk_1',
      label: 'Speaker 1',
      prompts: 9,
    }),
    speaker({ file_id: 'fil_2', file_name: 'Second talk', speaker_id: 'spk_2', label: 'Speaker 2' }),
    speaker({ file_id: 'fil_3', file_name: 'Diary.pdf', speaker_id: 'spk_1', label: 'Document', turns: 5 }),
    speaker({
      kind: 'response',
      file_id: 'rsp_1',
      file_name: 'Survey',
      speaker_id: 'rsp_1',
      label: 'Ana',
      turns: 2,
    }),
  ]);

  it.each([
    ['fil_1', 'spk_1', undefined],
    ['fil_1', 'spk_2', 'Ben'],
    // Speaker 1 asks in nine of ten turns.
    ['fil_2', 'spk_1', undefined],
    ['fil_2', 'spk_2', 'Speaker 2 (Second talk)'],
    ['fil_3', 'spk_1', 'Document (Diary.pdf)'],
    ['rsp_1', 'rsp_1', 'Ana'],
    ['fil_9', 'spk_9', undefined],
  ])('names the speaker of %s %s: %s', (fileId, speakerId, name) => {
    expect(speakers.participantOf(fileId, speakerId)).toBe(name);
  });

  it('counts participants without interviewers and documents, and documents by file', () => {
    expect(speakers.participants).toEqual(['Ben', 'Speaker 2 (Second talk)', 'Ana']);
    expect(speakers.documents).toEqual(['fil_3']);
    expect(speakers.segmentCount).toBe(47);
  });

  it('lists the files without responses', () => {
    expect(speakers.fileIds).toEqual(['fil_1', 'fil_2', 'fil_3']);
    expect(speakers.fileName('rsp_1')).toBe('Survey');
    expect(speakers.fileName('fil_9')).toBe('');
  });
});

it.each([
  ['What does Ben think?', ['Ben', 'Anna'], ['Ben']],
  ['what does ben think?', ['Ben'], []],
  ['And Ben?', ['Ben'], ['Ben']],
  ['what about ben', ['Ben'], ['Ben']],
  ['Und Ben?', ['Ben'], ['Ben']],
  ['Will people pay?', ['Will'], []],
  ['What did Will pay?', ['Will'], ['Will']],
  ['What is Zoë’s opinion?', ['Zoe'], ['Zoe']],
  ['What does Zoe think?', ['Zoë'], ['Zoë']],
  ['what does maria lopez think?', ['María López'], ['María López']],
  ['What does Anna think?', ['Anna (buyer)'], ['Anna (buyer)']],
  ['What does Speaker 1 think?', ['Speaker 1'], ['Speaker 1']],
  ['What does a Speaker think?', ['Speaker 1'], []],
  ['What does everyone think?', ['Ben'], []],
])('finds in “%s” of %j the participants %j', (question, participants, named) => {
  expect(namedIn(question, participants)).toEqual(named);
});
