import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { readCoverageTotals } from '../passage-coverage/index.ts';
import { type InsightRow, readCardsOfTags, readNewestInsights, readTopCards } from './cards.ts';
import { readOpenStudies, readPeople, type StudyRow } from './studies.ts';
import {
  countedMax,
  isLarge,
  type MomentRow,
  readHighlightedMoments,
  readMoods,
  readTopTags,
  type TagRow,
} from './themes.ts';

const themesMax = 3;
const insightsMax = 4;
const studiesMax = 4;
const weekMs = 7 * 86_400_000;

export async function readOverview({ db, principal, now }: Caller, projectId: string) {
  await getProjectForRead(db, principal, projectId);
  const large = await isLarge(db, projectId);
  const [tags, coverage, insights, studies, people] = await Promise.all([
    readTopTags(db, projectId, new Date(now.getTime() - weekMs), themesMax),
    large ? null : readCoverageTotals(db, projectId),
    readNewestInsights(db, projectId, insightsMax),
    readOpenStudies(db, projectId, now, studiesMax),
    readPeople(db, projectId, themesMax),
  ]);
  return {
    project_id: projectId,
    themes: await readThemes(db, projectId, tags),
    theme_count: tags[0]?.theme_count ?? 0,
    counted_max: large ? countedMax : null,
    person_count: tags[0]?.all_person_count ?? 0,
    coverage,
    insights: insights.map(toInsight),
    studies: studies.map(toStudy),
    study_count: studies[0]?.study_count ?? 0,
    people: {
      count: people.participant_count + people.speaker_count,
      speaker_count: people.speaker_count,
      studies: people.studies,
    },
  };
}

/** Tags with the sentence of their best card; cards only if there are not enough tags with highlights. */
async function readThemes(db: Db, projectId: string, tags: TagRow[]) {
  const ids = tags.map(({ id }) => id);
  const [moods, cards] =
    ids.length > 0
      ? await Promise.all([readMoods(db, projectId, ids), readCardsOfTags(db, projectId, ids)])
      : [[], []];
  const strongest = moods.flatMap(({ strongest_id }) => strongest_id ?? []);
  const [moments, others] = await Promise.all([
    strongest.length > 0 ? readHighlightedMoments(db, strongest) : [],
    tags.length < themesMax
      ? readTopCards(
          db,
          projectId,
          cards.map(({ id }) => id),
          themesMax - tags.length,
        )
      : [],
  ]);
  const ofTags = tags.map(({ id, name, color, moment_count, person_count, new_count }) => {
    const mood = moods.find(({ tag_id }) => tag_id === id);
    const card = cards.find(({ tag_id }) => tag_id === id);
    return {
      id,
      tag: { id, name, color },
      card: card ? { id: card.id, title: card.title } : null,
      moment_count,
      person_count,
      new_count,
      positive: mood?.positive ?? 0,
      negative: mood?.negative ?? 0,
      moment: toMoment(moments.find((moment) => moment.id === mood?.strongest_id)),
    };
  });
  const ofCards = others.map(({ id, title, moment_count, person_count, moment }) => ({
    id,
    tag: null,
    card: { id, title },
    moment_count,
    person_count,
    new_count: 0,
    positive: 0,
    negative: 0,
    moment: toMoment(moment),
  }));
  return [...ofTags, ...ofCards];
}

const toMoment = (row: MomentRow | null | undefined) =>
  row
    ? {
        id: row.id,
        file_id: row.file_id,
        file_name: row.file_name,
        file_kind: row.file_kind,
        segment_id: row.segment_id,
        response_id: row.response_id,
        start_seconds: row.start_seconds,
        end_seconds: row.end_seconds,
        quote: row.quote,
        person: row.person,
      }
    : null;

const toInsight = (row: InsightRow) => ({
  id: row.id,
  title: row.title,
  color: row.color,
  moment_count: row.moment_count,
  person_count: row.person_count,
  created_by: row.created_by,
  updated_at: row.updated_at,
});

const toStudy = (row: StudyRow) => ({
  id: row.id,
  name: row.name,
  type: row.type,
  status: row.status,
  completed_count: row.completed_count,
  target_participants: row.target_participants,
  deadline: row.deadline,
  next_session_at: row.next_session_at,
});
