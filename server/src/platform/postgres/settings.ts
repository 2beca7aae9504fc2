import { clusterName } from './postmaster-file.ts';

/**
 * A small server beside the application on one machine. Durability is PostgreSQL's own default and is said
 * here all the same: what was answered with success survives a power cut.
 */
const settings: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  // Short queries gain nothing from parallel workers, whose shared memory a container's small /dev/shm can't hold.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // A query of a server that was killed ends soon, and with it its locks.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Life and death only: an error of a statement belongs to whoever sent it, and its text may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
};

export function settingArguments(
  clusterDir: string,
  socketDir: string,
  tuning: Record<string, string> = {},
): string[] {
  const all = {
    ...settings,
    ...tuning,
    cluster_name: clusterName(clusterDir),
    // A list, in which a name that holds a comma needs its quotes.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: '5432',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL's programs obey PG* and LC_* variables: what the operator's shell holds must not reach them. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, TMPDIR } = process.env;
  return { PATH: PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH, TMPDIR };
}
