import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../foundation/clock.ts';
import { createLazyTransport } from './lazy-transport.ts';
import type { MailDriver } from './smtp.ts';

/**
 * Writes each mail to an `.eml` file if there is no mail server. Names sort by the time of sending. A file is complete or
 * absent, even after a crash. Only the owner may read it, because mails contain sign-in links.
 */
export function createOutboxDriver(outboxDir: string, clock: Clock): MailDriver {
  const transport = createLazyTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let sent = 0;
  return {
    async send(mail) {
      // Named before the mail is rendered, so that names follow the order of the calls.
      const name = fileName(clock.now(), sent++);
      const { message } = await transport.send(mail);
      await mkdir(outboxDir, { recursive: true });
      await writeWhole(outboxDir, name, message as Buffer);
    },
    close: () => transport.close(),
  };
}

/** `20260102T030405678Z-000001-9f8e7d6c.eml`: the number is unique within a process, the suffix between processes. */
function fileName(at: Date, sequence: number): string {
  return `${fileTime(at)}-${String(sequence).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`;
}

/** The beginning of the names of mails that were written at this time. */
export const fileTime = (at: Date) => at.toISOString().replace(/[-:.]/g, '');

async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.tmp`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
