import { describe, expect, test } from 'vitest';
import { createRedactor } from './index.ts';

const people = [
  'Ada Lovelace',
  'José Núñez',
  'Mina',
  'Will',
  'Mike',
  'Jürgen Groß',
  "Siobhán O'Brien",
  '田中',
  'Anna-Lena Vogt',
];
const redact = (text: string) => createRedactor(people).redact(text);

describe('redaction replaces', () => {
  test.each<[string, string]>([
    ['ada@example.com', 'Write to ada@example.com please'],
    ['ada.l+research@mail.example.co.uk', 'It is <ada.l+research@mail.example.co.uk>.'],
    ['jürgen@müller.de', 'mail jürgen@müller.de'],
    ['ada dot lovelace at example dot com', 'My mail is ada dot lovelace at example dot com, yes'],
    ['someone (at) example.org', 'someone (at) example.org'],
    ['+49 30 1234567', 'Call +49 30 1234567 today'],
    ['+49 (0)30/123 45 67', 'Call +49 (0)30/123 45 67 today'],
    ['(555) 123-4567', 'Call (555) 123-4567.'],
    ['555-123-4567', 'It is 555-123-4567, ok?'],
    ['555.123.4567', 'It is 555.123.4567.'],
    ['0151 23456789', 'mobil 0151 23456789'],
    ['06 12 34 56 78', 'au 06 12 34 56 78'],
    ['+1-800-555-0199', 'or +1-800-555-0199'],
    ['five five five one two three four', 'it is five five five one two three four'],
    ['4111 1111 1111 1111', 'My card is 4111 1111 1111 1111 and'],
    ['4111111111111111', 'card 4111111111111111'],
    ['3782-822463-10005', 'Amex 3782-822463-10005'],
    ['DE89 3704 0044 0532 0130 00', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['12 Main Street', 'I live at 12 Main Street in town'],
    ['12 main street', 'i live at 12 main street'],
    ['221B Baker Street, London', 'at 221B Baker Street, London'],
    ['1600 Amphitheatre Pkwy', 'at 1600 Amphitheatre Pkwy, Mountain View, CA 94043'],
    ['94043', 'at 1600 Amphitheatre Pkwy, Mountain View, CA 94043'],
    ['Hauptstraße 5', 'Ich wohne in der Hauptstraße 5, 10115 Berlin.'],
    ['10115 Berlin', 'Ich wohne in der Hauptstraße 5, 10115 Berlin.'],
    ['12 rue de la Paix', 'au 12 rue de la Paix, 75002 Paris'],
    ['Calle de Alcalá 45', 'en Calle de Alcalá 45'],
    ['SW1A 1AA', 'London SW1A 1AA'],
    ['Ada', "Ada's idea"],
    ['Ada', 'Ada’s idea'],
    ['ada lovelace', 'then ada lovelace said'],
    ['ADA LOVELACE', 'ADA LOVELACE'],
    ['Lovelace', 'Ms Lovelace said'],
    ['Jose', 'I met Jose there'],
    ['JOSÉ NÚÑEZ', 'JOSÉ NÚÑEZ came'],
    ['José', 'I met José'.normalize('NFD')],
    ['Juergen', 'nothing of Jurgen Gross'],
    ['Jurgen Gross', 'nothing of Jurgen Gross'],
    ['O’Brien', 'Ms O’Brien'],
    ['田中', '田中さんは言った'],
    ['Lena', 'Anna-Lena and Lena'],
    ['Will', 'Will said so'],
    ['mike', 'and then mike said so'],
    ['Minas', 'Minas Idee'],
  ])('%s', (secret, text) => {
    const redactor = createRedactor(people);
    const redacted = redactor.redact(text);
    expect(redacted).not.toContain(secret);
    expect(redactor.restore(redacted)).toBe(text);
  });
});

test.each([
  'It took 12 people 3 days and 1 500 000 clicks in 2024-01-15 or 15.01.2024, at 10:30.',
  'In 2019-2023 we had 45,000 users; I gave it 9/10 and will pay 1.299,00.',
  '[s12] Speaker 1 (12:05): There is one way to drive, 3 people drive.',
  'Participant A and the interviewer met the designer at 5.',
  'We looked at version 2.10.3 of the road map.',
])('redaction leaves %s as it is', (text) => {
  expect(createRedactor([...people, 'Speaker 1', 'Interviewer', 'Participant A', 'P2']).redact(text)).toBe(
    text,
  );
});

test('the same text gets the same placeholder, and one person has related ones', () => {
  const redactor = createRedactor(people);
  expect(redactor.redact('Ada Lovelace, then Ada, then Ada Lovelace, then Mina.')).toMatch(
    /^\[PERSON_(\d)\], then \[PERSON_\1_2\], then \[PERSON_\1\], then \[PERSON_(?!\1)\d\]\.$/,
  );
  expect(redactor.redact('Ada')).toMatch(/_2\]$/);
});

test('placeholders are restored without brackets, in another case and with escapes', () => {
  const redactor = createRedactor([]);
  expect(redactor.redact('a@b.example, c@d.example')).toBe('[EMAIL_1], [EMAIL_2]');
  expect(redactor.restore('EMAIL_1; [email_2]; \\[EMAIL\\_1\\]; [see EMAIL_2]; [EMAIL_3]')).toBe(
    'a@b.example; c@d.example; \\a@b.example; [see c@d.example]; [EMAIL_3]',
  );
});

test('text that looks like a placeholder is restored as it was', () => {
  const redactor = createRedactor(people);
  const text = 'The file says [PERSON_1] and EMAIL_1; Ada wrote to a@b.example.';
  const redacted = redactor.redact(text);
  expect(redacted).not.toContain('Ada');
  expect(redactor.restore(redacted)).toBe(text);
});

test('names in other text than theirs stay', () => {
  expect(redact('You will see an adaptation and the minister.')).toBe(
    'You will see an adaptation and the minister.',
  );
});

test('redaction of hostile text takes less than a second per 200,000 characters', () => {
  for (const part of [
    'a@',
    '1 ',
    '12 a ',
    'a.',
    'one ',
    'AB12 ',
    'at dot ',
    '(((',
    'Ada ',
    'A-',
    '\\[',
    'x1_',
  ]) {
    // Processor time, because other processes may delay this one.
    const start = process.threadCpuUsage();
    redact(part.repeat(200_000 / part.length));
    const { user, system } = process.threadCpuUsage(start);
    expect([part, user + system < 1_000_000]).toEqual([part, true]);
  }
});
