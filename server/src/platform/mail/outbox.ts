import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../../foundation/clock.ts';
import type { MailDriver } from './smtp.ts';

/**
 * Mail without a mail server: one `.eml` per mail. Names sort by the time of sending; a file is there whole or not at
 * all, and after a crash as well. Only the owner may read it, because mails carry sign-in links.
 */
export function createOutboxDriver(outboxDir: string, clock: Clock): MailDriver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let sent = 0;
  return {
    async send(mail) {
      // The order of the calls decides, not the order in which the bytes get ready.
      const name = fileName(clock.now(), sent++);
      const { message } = await transport.sendMail(mail);
      await mkdir(outboxDir, { recursive: true });
      await writeWhole(outboxDir, name, message as Buffer);
    },
    close: () => transport.close(),
  };
}

/** `20260102T030405678Z-000001-9f8e7d6c.eml`: the number parts one millisecond, the rest two processes. */
function fileName(at: Date, sequence: number): string {
  const time = at.toISOString().replace(/[-:.]/g, '');
  return `${time}-${String(sequence).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`;
}

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
