export { freePort } from './free-port.ts';
export {
  expectStartToFail,
  type ParleyProcess,
  type ParleyProcessOptions,
  startParleyProcess,
} from './parley-process.ts';
export { findPgbouncer, type Pgbouncer, startPgbouncer } from './pgbouncer.ts';
export { type ChildProcessHandle, type ProcessOptions, startProcess, stopAllProcesses } from './process.ts';
export { type RawResponse, sendRaw, sendRequest } from './raw-http.ts';
export { type ReceivedRequest, type Receiver, type Reply, startReceiver } from './receiver.ts';
export { type ReceiverProcess, type ReceiverReport, startReceiverProcess } from './receiver-process.ts';
export { hasRedis, openRedis, type RedisServer } from './redis-server.ts';
export { residentBytes } from './resident-memory.ts';
export { findRclone, type S3Server, startS3Server } from './s3-server.ts';
export { type HttpServerProcess, startHttpServerProcess } from './server-process.ts';
export { type ReceivedMail, type SmtpServer, startSmtpServer } from './smtp-server.ts';
export { databaseUrl, startTestPostgres, type TestPostgres } from './test-postgres.ts';
export { until } from './until.ts';
