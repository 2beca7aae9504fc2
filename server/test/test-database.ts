import pg from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from './postgres.ts';

let databaseNumber = 0;

/** Creates a migrated database. The caller must call `drop`. */
export async function createTestDatabase() {
  const server = inject('postgres');
  const name = `parley_test_${process.pid}_${++databaseNumber}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  // Without `file_copy`, every page of the template is written to the write-ahead log, too.
  await run(`create database ${name} template ${templateDatabase} strategy file_copy`);
  return {
    connection: { ...server, database: name },
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}
