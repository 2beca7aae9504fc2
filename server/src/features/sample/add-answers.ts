import type { SampleClient } from './client.ts';
import type { SampleSurvey } from './study.ts';

interface StoredTest {
  id: string;
  name: string;
  status: string;
  response_count: number;
  questions: { id: string }[];
}

/** An open study with the answers of its participants, who answer through its link like everybody else. */
export async function addSurvey(
  client: SampleClient,
  projectId: string,
  survey: SampleSurvey,
): Promise<void> {
  const path = `/projects/${projectId}/tests`;
  const { name, questions, target, participants } = survey;
  const stored = (await client.list<StoredTest>(path)).find((test) => test.name === name);
  const test =
    stored ??
    (await client.post<StoredTest>(path, {
      name,
      type: 'survey',
      questions,
      postDetails: { target_participants: target },
    }));
  const { share_url } =
    test.status === 'draft'
      ? await client.post<{ share_url: string }>(`/engage/tests/${test.id}/publish`, {})
      : await client.get<{ share_url: string }>(`/engage/tests/${test.id}`);
  for (const { person, answers } of participants.slice(test.response_count)) {
    const link = client.asParticipant(tokenOf(share_url));
    const { token } = await link.post<{ token: string | null }>('/response', { name: person });
    const response = token === null ? link : client.asParticipant(token);
    for (const [place, answer] of answers.entries())
      await response.put(`/answers/${test.questions[place]?.id}`, answer);
    await response.post('/submit', {});
  }
}

const tokenOf = (url: string) => url.split('/').at(-1) as string;
