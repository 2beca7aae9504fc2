import Type from 'typebox';
import { integer, mailbox, secret, serverUrl, text, url } from '../kinds.ts';

export const dataVariables = {
  DATA_DIR: text({
    default: './data',
    allowed: 'a folder',
    description: 'Folder of the embedded database, files, outbox and master key',
  }),
  DATABASE_URL: Type.Optional(
    url(['postgres:', 'postgresql:'], {
      secret: true,
      defaultDescription: 'unset: embedded PostgreSQL in `DATA_DIR`',
      description: 'PostgreSQL 15 or newer, directly or [behind a pooler](operation.md#behind-a-pooler)',
      example: 'postgresql://parley:password@db.example:5432/parley',
    }),
  ),
  DATABASE_MAX_CONNECTIONS: integer({
    default: 20,
    minimum: 4,
    maximum: 1000,
    description: 'Connections of one process, plus up to eight for notifications, locks and short writes',
  }),
  REDIS_URL: Type.Optional(
    serverUrl(['redis:', 'rediss:'], {
      secret: true,
      defaultDescription: 'unset: memory',
      description:
        'Exact rate limits across several nodes. While Redis is unavailable, each node counts separately',
      example: 'redis://cache.example:6379',
    }),
  ),
  STORAGE_URL: Type.Optional(
    url(['s3:', 'file:'], {
      secret: true,
      defaultDescription: 'unset: `DATA_DIR/files`',
      description: 'S3 bucket of the files, or `file:///path` for another folder',
      example: 's3://bucket?endpoint=https://s3.example&region=eu-central-1',
    }),
  ),
  FREE_DISK_MIB_MIN: integer({
    default: 100,
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'Uploads are refused when less than this is free on the disk of the files, and `/readyz` fails when less is free on that of `DATA_DIR`, in MiB',
  }),
  SECRET_KEY: Type.Optional(
    secret({
      minLength: 32,
      defaultDescription: 'generated once into `DATA_DIR/secret.key`, mode 0600',
      description: 'Encrypts secrets at rest. Nodes with the same database need the same key',
    }),
  ),
};

export const mailVariables = {
  SMTP_URL: Type.Optional(
    serverUrl(['smtp:', 'smtps:'], {
      secret: true,
      defaultDescription: 'unset: one file per mail in `DATA_DIR/outbox`',
      description: 'The mail server',
      example: 'smtp://user:password@mail.example:587',
    }),
  ),
  MAIL_FROM: mailbox({
    default: 'Parley <parley@localhost>',
    description: 'The sender of mail',
  }),
};
