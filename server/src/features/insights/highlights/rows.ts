export interface HighlightRow {
  id: string;
  project_id: string;
  taggings: { id: string; tag_id: string }[];
  target_type: 'file' | 'segment' | 'clip' | 'response';
  target_id: string;
  segment_id: string | null;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  file_id: string | null;
  file_name: string | null;
  file_kind: string | null;
  response_id: string | null;
  person_id: string | null;
  person: string | null;
  quote: string | null;
  detached: boolean;
  start_seconds: number | null;
  end_seconds: number | null;
  sentiment: 'positive' | 'neutral' | 'negative' | null;
  score: number | null;
  source: 'manual' | 'ai';
  created_at: Date;
  created_by: string | null;
}

export interface GroupRow {
  id: string | null;
  label: string | null;
  is_total: boolean;
  count: number;
  person_count: number;
  positive: number;
  negative: number;
}
