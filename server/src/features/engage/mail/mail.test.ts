import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant } from './format.ts';
import { type InvitationMailInput, invitationMail, mailLanguages, resumeMail } from './index.ts';
import { formatLocaleOf, languageOf } from './languages.ts';
import { phrases } from './phrases.ts';

const url = 'https://parley.example.com/t/4pZ2q8Xw1mB7cV0sLr9eTn3KdYhJf6Ua';
const input: InvitationMailInput = {
  test_name: 'Internal name',
  post_details: {
    title: 'How was paying?',
    description: null,
    estimated_minutes: 5,
    incentive: { amount: 20, currency: 'EUR', kind: 'voucher' },
    target_participants: null,
    deadline: '2026-06-30',
  },
  researcher: 'Acme Research',
  name: 'Grace',
  locale: null,
  timezone: 'Europe/Berlin',
  message: 'First line\nSecond line',
  url,
  open_until: new Date('2026-06-30T21:59:00Z'),
};

describe('the mail of an invitation', () => {
  test('the mail of an invitation has the study, the researcher, the message, the facts, the link and a way to decline', () => {
    const mail = invitationMail(input);
    expect(mail.subject).toBe('Invitation: How was paying?');
    for (const part of [
      'Hello Grace,',
      'Acme Research invites you to take part in “How was paying?”.',
      '> First line\n> Second line',
      'Time it takes: about 5 minutes',
      'Thank-you: €20 (voucher)',
      'Open until: Tuesday, June 30, 2026 at 11:59 PM (Central European Time)',
      `Take part:\n${url}\n`,
      `${url}#decline`,
    ]) {
      expect(mail.text.replaceAll('\u202f', ' ')).toContain(part);
    }
    expect(mail.html).toContain(`<a href="${url}"`);
    expect(mail.html).toContain(`<a href="${url}#decline"`);
    expect(mail.headers['List-Unsubscribe']).toBe(`<${url}#decline>`);
  });

  test('leaves out what is unknown and uses the name of the test without a title', () => {
    const post_details = { ...input.post_details, title: null, estimated_minutes: null, incentive: null };
    const mail = invitationMail({ ...input, post_details, name: null, message: null, open_until: null });
    expect(mail.subject).toBe('Invitation: Internal name');
    expect(mail.text).toContain('Hello,');
    expect(mail.text).not.toMatch(/null|undefined|Time it takes|Thank-you|Open until/);
  });

  test.each([
    ['de-AT', 'Offen bis: Dienstag, 30. Juni 2026 um 23:59 (Mitteleuropäische Zeit)', '20'],
    ['ja', '受付終了: 2026年6月30日火曜日 23:59 (中央ヨーロッパ時間)', '€20'],
    ['pt-BR', 'terça-feira, 30 de junho de 2026', '€'],
    ['fi-FI', 'Open until: Tuesday', '€20'],
  ])(
    'writes an invitation in the language of %s if there is one, with its dates and amounts',
    (locale, ...parts) => {
      const { text } = invitationMail({ ...input, locale });
      for (const part of parts) expect(text.replace(/[\u202f\u00a0]/g, ' ')).toContain(part);
    },
  );

  test('loads nothing and contains no script, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...mailLanguages), (text, locale) => {
        const attack = `${text}<script>"'&<img src=x>\r\nBcc: eve@example.com`;
        const { html, subject } = invitationMail({
          ...input,
          locale,
          name: attack,
          message: attack,
          researcher: attack,
          post_details: { ...input.post_details, title: attack, description: attack },
        });
        expect(html).not.toMatch(/<(script|img|link|iframe|style|svg)\b/i);
        expect(html.match(/https?:\/\//g)).toHaveLength(2);
        expect(subject).not.toMatch(/[\r\n\u2028\u2029]/);
      }),
      { numRuns: 60 },
    );
  });
});

test('the mail to go on later contains the link and no text that a participant wrote', () => {
  for (const locale of mailLanguages) {
    const mail = resumeMail({ title: 'Paying', researcher: 'Acme', locale, url });
    expect(mail.text).toContain(url);
    expect(mail.text).toContain(phrases[locale].notRequested);
    expect(mail.subject).toContain('Paying');
  }
});

test('every language has every sentence, in words of its own', () => {
  const render = (language: (typeof mailLanguages)[number]) =>
    Object.values(phrases[language]).flatMap((value) =>
      typeof value === 'function'
        ? [(value as (...given: unknown[]) => string)('X', 'Y'), (value as (n: null) => string)(null)]
        : typeof value === 'object'
          ? Object.values(value)
          : [value],
    );
  for (const language of mailLanguages) {
    for (const sentence of render(language)) expect(sentence.trim()).not.toBe('');
    if (language === 'en') continue;
    expect(phrases[language].personal).not.toBe(phrases.en.personal);
  }
});

test.each([
  [null, 'en', 'en'],
  ['en-GB', 'en', 'en-GB'],
  ['pt-BR', 'pt', 'pt-BR'],
  ['DE', 'de', 'de'],
  ['zh-Hant-TW', 'en', 'en-TW'],
  ['xx-bad-locale-', 'en', 'en'],
])('the locale %s uses the sentences of %s and the formats of %s', (locale, language, format) => {
  expect(languageOf(locale)).toBe(language);
  expect(formatLocaleOf(locale)).toBe(format);
});

test('an instant is shown in the time zone of the person, also around a change to summer time', () => {
  const at = new Date('2026-03-29T00:30:00Z');
  expect(formatInstant(at, 'Europe/Berlin', 'en-GB')).toContain('01:30');
  expect(formatInstant(new Date(at.getTime() + 3_600_000), 'Europe/Berlin', 'en-GB')).toContain('03:30');
  expect(formatInstant(at, 'Pacific/Kiritimati', 'en-GB')).toContain('29 March 2026');
  expect(formatInstant(at, 'Etc/GMT+12', 'en-GB')).toContain('28 March 2026');
});
