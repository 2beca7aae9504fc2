import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { languageOfMessage } from './question-language.ts';

let project: string;

const talks = {
  'Talk with Ana': `
Interviewer: Hi Ana, how are you today?
Ana: Hi, I am fine, thank you. Nice to meet you.
Interviewer: How do you use the recipes?
Ana: I cook the recipes with my children every Friday, the recipes are easy to follow.
Interviewer: What do you think of the price?
Ana: The price is too high for a family of five, I pause the subscription every second month.
Interviewer: And the delivery?
Ana: The delivery box often arrives late in the evening, when the children are already asleep.
Ana: The dashboard takes ten seconds to load on my old phone.`,
  'Talk with Ben': `
Interviewer: Hello Ben, can you hear me?
Ben: Hello, yes, I can hear you fine, thanks.
Interviewer: What about the recipes?
Ben: The recipes repeat after three weeks, I would like recipes with more vegetables.
Interviewer: And the price?
Ben: The price is fair compared with a restaurant, I would even pay a little more.
Ben: I look at the dashboard every morning, the dashboard shows what to cook, I love it.
Interviewer: And the delivery?
Ben: The delivery driver leaves the box at the wrong door almost every week.`,
  'Talk with Chloé': `
Interviewer: Good morning, shall we start?
Chloé: Good morning, sure, let us begin.
Interviewer: How are the recipes?
Chloé: The recipes need too many pans, washing up after the recipes takes me an hour.
Interviewer: How is the delivery?
Chloé: The delivery is always on time and the food is still cold.
Chloé: The price went up twice this year and nobody told me about the higher price.`,
};

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
beforeAll(async () => {
  project = await newProject();
  for (const [name, script] of Object.entries(talks)) await newTalk(project, name, script, 'en');
});

const { newProject, newTalk, ended } = reportStudies(() => ada);

async function ask(message: string, chat_id?: string) {
  const accepted = await ada.post(`/v1/projects/${project}/chat`, { message, ...(chat_id && { chat_id }) });
  const job = await ended(accepted.body.data.id);
  expect(job).toMatchObject({ status: 'succeeded' });
  const { data } = (await ada.get(`/v1/chats/${job.result.chat_id}/messages?limit=100`)).body;
  return data.find(({ id }) => id === job.result.message_id);
}

test.each(['What are the main themes?', 'Give me a summary'])(
  '“%s” is answered with themes of everyone, without small talk',
  async (message) => {
    const { content, citations } = await ask(message);
    const [, themes, shown] =
      /^\*\*Three participants speak\*\* in this material\. Below are (\w+) themes, with (\d+) of \d+ passages\./.exec(
        content,
      ) ?? [];
    expect(themes).toBe('four');
    expect(citations).toHaveLength(Number(shown));
    expect(content).toMatch(/### .*price/i);
    expect(content).toMatch(/### .*delivery/i);
    expect(content).not.toMatch(/nice to meet|hear you|good morning/i);
    expect(new Set(citations.map(({ speaker }) => speaker))).toEqual(new Set(['Ana', 'Ben', 'Chloé']));
  },
);

test.each(['ok', 'hi', '???', '🎉🎉', `What did people say about %_\\ ' "`])(
  '“%s” has no words to look for',
  async (message) => {
    expect(await ask(message)).toMatchObject({
      content: 'This message has no words to look for. Ask about a topic, a person or the main themes.',
      answered: false,
      citations: [],
    });
  },
);

test('passages that have nothing to do with the question are not shown', async () => {
  expect(await ask('asdfghjkl qwerty')).toMatchObject({ answered: false, citations: [] });
});

test('follow-up questions keep the topic for another person, and leave it for another topic', async () => {
  const { chat_id } = await ask('What did Ana say about the recipes?');
  const ben = await ask('And Ben?', chat_id);
  expect(ben.content).toMatch(/^\*\*Ben\*\* speaks about the recipes\.\n\n> “The recipes repeat/);
  const chloe = await ask('What about Chloe?', chat_id);
  expect(chloe.content).toMatch(/^\*\*Chloé\*\* speaks about the recipes\.\n\n> “The recipes need/);
  const others = await ask('And the others?', chat_id);
  expect(others.content).toContain('speak about the recipes: Ana and Ben.');
  expect(await ask('ok', chat_id)).toMatchObject({ answered: false, citations: [] });
  const delivery = await ask('What about delivery instead?', chat_id);
  expect(delivery.content).toMatch(/^\*\*Three of three participants\*\* speak about delivery: /);
});

test('everyone who uses the very word of the question is counted', async () => {
  const { content } = await ask('What do people think of the dashboard?');
  expect(content).toMatch(/^\*\*Two of three participants\*\* speak about the dashboard: Ben and Ana\./);
});

test('a person who does not speak in the material is named as unknown', async () => {
  expect(await ask('What did Zoe say about price?')).toMatchObject({
    content: 'Nobody called Zoe speaks in this material.',
    answered: false,
    citations: [],
  });
  expect((await ask('What did Ben say about price?')).content).toMatch(/^\*\*Ben\*\* speaks about price/);
});

test('a short question is answered in its language, and other messages in that of the material', async () => {
  expect((await ask('Qué piensan del precio?')).content).toMatch(/^El material no contiene/);
  expect((await ask('🎉')).content).toMatch(/^This message has no words/);
});

test.each<[string, string | null]>([
  ['Qué piensan del precio?', 'es'],
  ['Was denken sie?', 'de'],
  ['Pourquoi ?', 'fr'],
  ['Perché?', 'it'],
  ['O que acham do preço?', 'pt'],
  ['Waarom?', 'nl'],
  ['Why?', 'en'],
  ['🎉', null],
])('the language of “%s” is %s', (message, language) => {
  expect(languageOfMessage(message)).toBe(language);
});
