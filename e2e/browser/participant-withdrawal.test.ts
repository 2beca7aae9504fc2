import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { expectLayoutToFit } from './participant-layout.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('a participant whose link takes no answers', () => {
  const { call, openPage, consoleErrors } = useParticipantSuite();

  const publish = () => publishStudy(call, { questions: nineQuestions.slice(0, 2), consent: null });
  async function saveOneAnswer(page: Page): Promise<void> {
    await button(page, 'Start').click();
    await heading(page, nineQuestions[0]?.text ?? '').waitFor();
    await page.getByRole('textbox').fill('Please forget this');
    await button(page, 'Continue').click();
    await heading(page, nineQuestions[1]?.text ?? '').waitFor();
  }
  async function deleteAnswers(page: Page, testId: string): Promise<void> {
    expect(await call('GET', `/tests/${testId}/responses`)).toHaveLength(1);
    await button(page, 'Delete my answers').click();
    await button(page, 'Delete everything').click();
    await heading(page, 'Your answers were deleted').waitFor();
    expect(await button(page, 'Delete my answers').count()).toBe(0);
    expect(await call('GET', `/tests/${testId}/responses`)).toEqual([]);
  }

  it('a participant whose link takes no answers can delete the answers while the study is paused, in six languages', async () => {
    const { id, path } = await publish();
    const page = await openPage(path);
    await saveOneAnswer(page);
    await call('POST', `/engage/tests/${id}/pause`);
    await page.reload();
    await heading(page, 'This study is paused').waitFor();
    await expectLayoutToFit(page, 'paused-with-answers');
    for (const [language, text] of Object.entries({
      de: 'Meine Antworten löschen',
      es: 'Borrar mis respuestas',
      fr: 'Supprimer mes réponses',
      pt: 'Apagar as minhas respostas',
      ja: '回答を削除する',
      en: 'Delete my answers',
    })) {
      await page.getByRole('combobox').selectOption(language);
      await button(page, text).waitFor();
    }
    await deleteAnswers(page, id);
  });

  it('a participant whose link takes no answers can delete the answers after the study has ended', async () => {
    const { id, path } = await publish();
    const page = await openPage(path);
    await saveOneAnswer(page);
    await call('POST', `/engage/tests/${id}/close`);
    await page.reload();
    await heading(page, 'This study has ended').waitFor();
    await deleteAnswers(page, id);
  });

  it('a participant whose link takes no answers can delete the answers after the link was revoked', async () => {
    const { id } = await publish();
    const [ann] = await call('POST', `/engage/tests/${id}/invitations`, {
      participants: [{ email: 'ann@example.com' }],
    });
    const page = await openPage(new URL(ann.invite_url).pathname);
    await saveOneAnswer(page);
    await call('DELETE', `/engage/invitations/${ann.id}`);
    await page.reload();
    await heading(page, 'This link is no longer valid').waitFor();
    await deleteAnswers(page, id);
  });

  it('does not offer to delete answers that do not exist', async () => {
    const { id, path } = await publish();
    await call('POST', `/engage/tests/${id}/pause`);
    const page = await openPage(path);
    await heading(page, 'This study is paused').waitFor();
    expect(await button(page, 'Delete my answers').count()).toBe(0);
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
