import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { fileTime } from './outbox.ts';

/** The header of a mail in the outbox that names the project. Mails that are sent do not have it. */
export const projectHeader = 'X-Parley-Project';

/**
 * Removes the mails of a project in the outbox that are about a person and were written before an instant. The outbox has mails if there is
 * no mail server. `isAbout` gets addresses, subject, texts and attachments.
 */
export async function removeStoredMails(
  outboxDir: string,
  projectId: string,
  before: Date,
  isAbout: (text: string) => boolean,
): Promise<void> {
  for (const name of await listMails(outboxDir)) {
    if (name >= fileTime(before)) continue;
    const path = join(outboxDir, name);
    const content = await readFile(path).catch(() => undefined);
    if (!content) continue;
    const mail = await PostalMime.parse(content, { attachmentEncoding: 'utf8' });
    const ofProject = mail.headers.find(({ key }) => key === projectHeader.toLowerCase());
    if (ofProject?.value !== projectId) continue;
    const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])];
    const texts = [
      ...people.flatMap((person) => [person?.address, person?.name]),
      mail.subject,
      mail.text,
      mail.html,
      ...mail.attachments.map(({ content: attached }) => attached as string),
    ];
    if (texts.some((text) => text !== undefined && isAbout(text))) await rm(path, { force: true });
  }
}

async function listMails(outboxDir: string): Promise<string[]> {
  const names = await readdir(outboxDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml')).sort();
}
