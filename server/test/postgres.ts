import { startTestPostgres } from '@parley/testing';
import type { PoolConfig } from 'pg';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDatabase, migrate } from '../src/platform/database/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PoolConfig;
  }
}

export const templateDatabase = 'parley_template';

/** One PostgreSQL for the whole run, with a migrated template from which each test file gets its own database. */
export async function setup(project: TestProject) {
  const external = process.env.TEST_DATABASE_URL;
  const started = external ? undefined : await startTestPostgres();
  const connection: PoolConfig = external ? fromUrl(external) : { ...started?.connection };

  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database if exists ${templateDatabase}`);
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const db = createDatabase({
    connection: { ...connection, database: templateDatabase },
    prepare: true,
    maxConnections: 2,
    onIdleError: () => {},
  });
  await migrate(db);
  await db.close();
  project.provide('postgres', connection);
  return started?.stop;
}

function fromUrl(databaseUrl: string): PoolConfig {
  const url = new URL(databaseUrl);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
