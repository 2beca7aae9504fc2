import Type from 'typebox';
import { loopbackNetworks } from '../../../foundation/cidr.ts';
import { baseUrl, boolean, choice, host, integer, networks } from '../kinds.ts';

export const serverVariables = {
  HOST: host({
    default: '127.0.0.1',
    description: 'The address to listen on',
  }),
  PORT: integer({
    default: 3000,
    minimum: 0,
    maximum: 65_535,
    description:
      'The port to listen on; 0: any free port. A worker listens only if `PORT` is set, for health checks and metrics',
  }),
  PUBLIC_URL: Type.Optional(
    baseUrl({
      defaultDescription: 'from `HOST` and `PORT`',
      description: 'The base of generated links',
      example: 'https://parley.example.com',
    }),
  ),
  ROLE: choice(['all', 'api', 'worker'], {
    default: 'all',
    description: 'Which part of the server this process runs. `api` and `worker` need `DATABASE_URL`',
  }),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'The least severe log level that is written, as JSON lines on standard error',
  }),
  SHUTDOWN_GRACE_MS: integer({
    default: 10_000,
    minimum: 0,
    maximum: 600_000,
    description: 'How long a shutdown waits for work in flight',
  }),
};

export const networkVariables = {
  TRUST_PROXY: boolean({
    default: false,
    description: 'Use the `X-Forwarded-*` headers of the proxy in front',
  }),
  METRICS_ALLOW: networks({
    default: loopbackNetworks,
    description: 'Networks that may read `/metrics`; see [behind a proxy](operation.md#behind-a-proxy)',
  }),
  OUTBOUND_ALLOW: Type.Optional(
    networks({
      defaultDescription: 'loopback while `HOST` is loopback, else empty',
      description: 'Private networks that outbound requests may reach',
      example: '10.1.0.0/16',
    }),
  ),
};

export const limitVariables = {
  RATE_LIMIT_SELF_HOSTED: integer({
    default: 6_000,
    minimum: 0,
    maximum: 10_000_000,
    description: 'Requests per minute and key on the `self_hosted` plan. 0: unlimited',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: integer({
    default: 1_000,
    minimum: 0,
    maximum: 1_000_000,
    description:
      'Open connections per remote address; further ones are closed. 0: unlimited. Not applied with `TRUST_PROXY`, because all connections then come from the proxy: set the limit there',
  }),
  BODY_TIMEOUT_SECONDS: integer({
    default: 30,
    minimum: 1,
    maximum: 3_600,
    description: 'Time to receive a JSON body, plus one second for each 32 KiB of its announced size',
  }),
  UPLOAD_MIN_BYTES_PER_SECOND: integer({
    default: 1_024,
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'An upload that is slower than this on average, over `UPLOAD_STALL_SECONDS`, is ended; a tus upload can resume. Time spent in the storage does not count',
  }),
  UPLOAD_STALL_SECONDS: integer({
    default: 30,
    minimum: 1,
    maximum: 3_600,
    description: 'The period for which `UPLOAD_MIN_BYTES_PER_SECOND` is measured',
  }),
};
