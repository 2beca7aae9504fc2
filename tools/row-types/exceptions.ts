/** Calls whose statement is only known when the server runs: the file, the function around it, and the reason. */
export const exceptions: Record<string, string> = {
  'server/src/platform/database/migrate.ts migrate': 'The statements are the migrations themselves.',
  'server/src/platform/database/derived/apply.ts createDerived': 'The statements are the file derived.sql.',
  'server/src/features/engage/erasure/check.ts searchTable':
    'It searches every table of the catalogue for the traces of a person. Its columns are counts.',
  'server/src/operations/backup/load-tables.ts loadTables':
    'It restores all tables of a backup, whose names are in the backup.',
};
