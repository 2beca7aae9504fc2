import { findInterviewers } from '../interviewers.ts';
import type { SpeakerRow } from '../response-material.ts';
import type { Places } from './store.ts';

export interface Speakers {
  /** All segments of the material. */
  segmentCount: number;
  /** The name of a participant, unique in the material; undefined for an interviewer. */
  participantOf(fileId: string, speakerId: string): string | undefined;
  labelOf(fileId: string, speakerId: string): string;
  roleOf(fileId: string, speakerId: string): string | null;
  isDocument(fileId: string, speakerId: string): boolean;
  fileName(fileId: string): string;
  /** The files in which someone speaks, without responses. */
  fileIds: string[];
  /** Everyone who is not an interviewer. Documents are counted by file. */
  participants: string[];
  documents: string[];
  /** The names of all speakers, with interviewers. */
  labels: string[];
  /** Where these participants speak. */
  placesOf(people: string[]): Places;
}

const documentSpeaker = 'Document';

/** Tells interviewers from participants. Generic labels such as “Speaker 1” are different people in different files. */
export function readSpeakers(rows: SpeakerRow[]): Speakers {
  const keyOf = (fileId: string, speakerId: string) => `${fileId} ${speakerId}`;
  const byKey = new Map(rows.map((row) => [keyOf(row.file_id, row.speaker_id), row]));
  const byFile = new Map<string, SpeakerRow[]>();
  for (const row of rows) byFile.set(row.file_id, [...(byFile.get(row.file_id) ?? []), row]);
  const interviewers = new Set([...byFile.values()].flatMap((inFile) => [...findInterviewers(inFile)]));
  const participantOf = (fileId: string, speakerId: string) => {
    const row = byKey.get(keyOf(fileId, speakerId));
    if (!row || interviewers.has(row)) return undefined;
    return isGeneric(row.label) ? `${row.label} (${row.file_name})` : row.label;
  };
  const speaking = rows.filter((row) => row.label !== documentSpeaker);
  return {
    placesOf(people) {
      const names = new Set(people);
      const spoken = rows.filter((row) => names.has(participantOf(row.file_id, row.speaker_id) ?? ''));
      return {
        fileIds: spoken.map(({ file_id }) => file_id),
        speakerIds: spoken.map(({ speaker_id }) => speaker_id),
      };
    },
    labels: [...new Set(rows.map(({ label }) => label))],
    segmentCount: rows.reduce((sum, { turns }) => sum + turns, 0),
    participantOf,
    labelOf: (fileId, speakerId) => byKey.get(keyOf(fileId, speakerId))?.label ?? speakerId,
    roleOf: (fileId, speakerId) => byKey.get(keyOf(fileId, speakerId))?.role ?? null,
    isDocument: (fileId, speakerId) => byKey.get(keyOf(fileId, speakerId))?.label === documentSpeaker,
    fileName: (fileId) => byFile.get(fileId)?.[0]?.file_name ?? '',
    fileIds: [...new Set(rows.filter(({ kind }) => kind === 'file').map(({ file_id }) => file_id))],
    participants: [
      ...new Set(speaking.flatMap(({ file_id, speaker_id }) => participantOf(file_id, speaker_id) ?? [])),
    ],
    documents: [
      ...new Set(rows.filter((row) => row.label === documentSpeaker).map(({ file_id }) => file_id)),
    ],
  };
}

/** Whether a label such as “Speaker 1” means different people in different files. */
export const isGeneric = (label: string) =>
  label === documentSpeaker || /^(speaker|sprecher|locuteur|participant|p)?\s*[\dA-Z]{0,2}$/i.test(label);

/** Names are compared without accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

export const foldName = (name: string) => fold(name).toLowerCase();

/** “And Ben?”, “what about ben?” */
const onlyName =
  /^\s*(?:(?:and|what about|how about|und|und was ist mit|et|y|e|en|en wat vindt)\s+)?([\p{L}'’-]+)[\s?!.]*$/iu;

/** “Anna (buyer)” → “Anna” */
const withoutRemark = (name: string) =>
  name.endsWith(')') && name.includes(' (') ? name.slice(0, name.indexOf(' (')) : name;

/** The participants whom a question names, by their whole label or by their first name in its spelling. */
export function namedIn(question: string, participants: string[]): string[] {
  const folded = fold(question);
  const words = folded.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  // The first word has a capital letter in every question, so it is a name only in front of others' words: “Will people …?”
  const capitalised = new Set(words.slice(1).flatMap((word) => [word, word.replace(/['’]s?$/, '')]));
  const [, alone = ''] = onlyName.exec(folded) ?? [];
  if (alone) capitalised.add(alone.charAt(0).toUpperCase() + alone.slice(1));
  const lower = ` ${words.join(' ').toLowerCase()} `;
  return participants.filter((name) => {
    const label = fold(withoutRemark(name));
    const [first = ''] = label.split(/\s+/);
    if (label.includes(' ') && lower.includes(` ${label.toLowerCase()} `)) return true;
    return first.length >= 2 && /^\p{Lu}\p{Ll}/u.test(first) && !isGeneric(label) && capitalised.has(first);
  });
}
