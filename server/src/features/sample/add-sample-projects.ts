import { addSurvey } from './add-answers.ts';
import { addBoard } from './add-board.ts';
import { addNotes, addTaggings, addTags } from './add-coding.ts';
import { addComments, addMoods, addQuestion } from './add-conversations.ts';
import { addRecordings } from './add-recordings.ts';
import { addClips, addReport, addWebhook } from './add-results.ts';
import { calendarStudy } from './calendar-study.ts';
import type { SampleClient } from './client.ts';
import { groceryStudy } from './grocery-study.ts';
import type { SampleStudy } from './study.ts';

interface SampleOptions {
  /** The program that encodes the videos. */
  ffmpeg: string;
  /** Where the sample webhook sends to; no webhook without it. */
  webhookUrl?: string;
}

export interface SampleProject {
  id: string;
  name: string;
}

/**
 * Two projects with recordings, transcripts, tags, notes, a board with comments, clips, a survey with answers, a report and a question with its answer. What exists already, by its
 * name, is left as it is, so a second run adds nothing and a run after an interruption completes the first.
 */
export async function addSampleProjects(
  client: SampleClient,
  { ffmpeg, webhookUrl }: SampleOptions,
): Promise<SampleProject[]> {
  const projects: SampleProject[] = [];
  for (const study of [groceryStudy, calendarStudy]) projects.push(await addStudy(client, study, ffmpeg));
  if (webhookUrl) {
    const ids = projects.map(({ id }) => id);
    await addWebhook(client, webhookUrl, ids);
  }
  return projects;
}

/** How many records the project has in the end that its counts include. */
export const sampleRecordCount =
  groceryStudy.interviews.length +
  groceryStudy.tags.length +
  groceryStudy.notes.length +
  groceryStudy.lanes.flatMap(({ cards }) => cards).length +
  groceryStudy.clips.length +
  1;

/** One of the two, for a person who looks around. `onCreated` runs before the project has contents. */
export const addSampleProject = (
  client: SampleClient,
  ffmpeg: string,
  onCreated: (project: SampleProject) => Promise<void>,
): Promise<SampleProject> => addStudy(client, groceryStudy, ffmpeg, onCreated);

async function addStudy(
  client: SampleClient,
  study: SampleStudy,
  ffmpeg: string,
  onCreated?: (project: SampleProject) => Promise<void>,
): Promise<SampleProject> {
  const { name, description } = study;
  const stored = await client.list<SampleProject>('/projects');
  const project =
    stored.find((row) => row.name === name) ??
    (await client.post<SampleProject>('/projects', {
      name,
      description,
      language: 'en',
      visibility: 'workspace',
      metadata: { sample: 'true' },
    }));
  await onCreated?.(project);
  const tagIds = await addTags(client, project.id, study.tags);
  const segments = await addRecordings(client, project.id, study.interviews, ffmpeg);
  const known = { tagIds, segments };
  await addTaggings(client, project.id, study.tags, known);
  await addNotes(client, project.id, study.notes, known);
  await addBoard(client, project.id, study.lanes, known);
  await addClips(client, project.id, study.clips, known);
  if (study.survey) await addSurvey(client, project.id, study.survey);
  await addMoods(client, project.id);
  await addComments(client, project.id, study.comments ?? []);
  await addReport(client, project.id, study.report);
  if (study.question) await addQuestion(client, project.id, study.question);
  return { id: project.id, name };
}
