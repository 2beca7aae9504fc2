import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { createEmbeddedEmbedder } from './index.ts';

let embedder: Awaited<ReturnType<typeof createEmbeddedEmbedder>>;
beforeAll(async () => {
  embedder = await createEmbeddedEmbedder({ modelsDir: undefined }, createLog('fatal'));
});
afterAll(() => embedder.close());

const similarity = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

test('texts with a similar meaning have similar vectors', async () => {
  const [payment, card, photos] = await embedder.embed([
    'How do people pay?',
    'I always use my credit card.',
    'The photos are beautiful.',
  ]);
  expect(similarity(payment, card)).toBeGreaterThan(similarity(payment, photos) + 0.2);
});

test('the vector of a text is a unit vector and does not depend on the other texts', async () => {
  const texts = [
    '',
    ' ',
    '東京はとても暑い',
    'x'.repeat(10_000),
    'All prices are hidden. '.repeat(450),
    '🙂',
  ];
  const together = await embedder.embed(texts);
  for (const [i, text] of texts.entries()) {
    const [alone] = await embedder.embed([text]);
    expect(alone).toEqual(together[i]);
    expect(similarity(alone, alone)).toBeCloseTo(1, 5);
  }
  const [short, other] = await embedder.embed(['The prices are not shown.', 'My dog likes the garden.']);
  expect(similarity(short, together[4])).toBeGreaterThan(similarity(other, together[4]) + 0.4);
});

test('the error says which command downloads the model if it is missing', async () => {
  const missing = await createEmbeddedEmbedder({ modelsDir: '/nonexistent' }, createLog('fatal'));
  await expect(missing.embed(['text'])).rejects.toMatchObject({
    code: 'not_configured',
    retryable: false,
    message: 'The embedding model is not on this machine: run `npm run models`.',
  });
  missing.close();
});
