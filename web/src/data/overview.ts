import { queryOptions } from '@tanstack/react-query';
import { appFetch, type Schemas } from '../lib/api.ts';
import { keys } from './keys.ts';

export interface StrongestMoment {
  id: string;
  file_id: string | null;
  file_name: string | null;
  file_kind: Schemas['File']['kind'] | null;
  segment_id: string | null;
  response_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  person: string | null;
}

export interface Theme {
  /** The id of the tag; for a theme without a tag, the id of the card. */
  id: string;
  tag: { id: string; name: string; color: string | null } | null;
  card: { id: string; title: string } | null;
  moment_count: number;
  person_count: number;
  new_count: number;
  positive: number;
  negative: number;
  moment: StrongestMoment | null;
}

export interface NewestInsight {
  id: string;
  title: string;
  color: string | null;
  moment_count: number;
  person_count: number;
  created_by: string | null;
  updated_at: string;
}

export interface OpenStudy {
  id: string;
  name: string;
  type: Schemas['Test']['type'];
  status: 'live' | 'paused';
  completed_count: number;
  target_participants: number | null;
  deadline: string | null;
  next_session_at: string | null;
}

/** Only the browser reads it, so the route is not in openapi.json. */
export interface Overview {
  themes: Theme[];
  theme_count: number;
  person_count: number;
  /** Only this many of the latest highlights are counted; null: all of them. */
  counted_max: number | null;
  coverage: {
    passage_count: number;
    cited_count: number;
    unused_count: number;
    strong_unused_count: number;
  } | null;
  insights: NewestInsight[];
  studies: OpenStudy[];
  study_count: number;
  people: { count: number; speaker_count: number; studies: { id: string; name: string; count: number }[] };
}

export const overviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.overview(projectId),
    queryFn: () => appFetch<Overview>('GET', `/v1/projects/${projectId}/overview`),
    staleTime: 10_000,
  });
