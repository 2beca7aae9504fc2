import type { Access } from './access.ts';

export interface ProjectRow extends Access {
  id: string;
  workspace_id: string;
  created_by: string | null;
  name: string;
  description: string | null;
  status: 'active' | 'archived';
  language: string | null;
  metadata: Record<string, string>;
  file_count: number;
  test_count: number;
  response_count: number;
  tag_count: number;
  note_count: number;
  card_count: number;
  lane_count: number;
  report_count: number;
  clip_count: number;
  archived_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** When something in the project last changed; null if nothing has. */
  activity_at: Date | null;
}
