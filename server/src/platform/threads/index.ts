export { createThreadPool, ThreadLimit, type ThreadPool } from './thread-pool.ts';
