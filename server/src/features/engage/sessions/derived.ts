import { derived } from '../../../platform/database/derived/declaration.ts';

export const engageSessions = derived('engage_sessions', {
  // Not `last_active_at`, which every message of an AI interview changes.
  live: { type: 'session', updated: ['status', 'scheduled_start_at', 'recording_file_id'] },
  activity: {},
  counts: [{ on: 'tests', column: 'session_count', where: 'not simulated' }],
});
