import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import type { Findings } from './findings.ts';
import { type Part, type Sentiment, type Study, sentiments, type Turn } from './read-studies.ts';
import { type Labelled, macroF1 } from './score.ts';
import { loadTurns, type Server } from './server.ts';

export const sentimentBar = 0.75;

interface FileSentiment {
  file_id: string;
  counts: Record<Sentiment, number>;
}

/** The limits that the authors of VADER recommend. */
function byVader(text: string): Sentiment {
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(text);
  return compound >= 0.05 ? 'positive' : compound <= -0.05 ? 'negative' : 'neutral';
}

/**
 * Measures the sentiment of each turn of a participant. The API counts segments by sentiment, so each turn is a file of
 * its own here.
 */
export async function measureSentiment(server: Server, studies: Study[], findings: Findings): Promise<void> {
  for (const part of new Set(studies.map((study) => study.part))) {
    const pairs: Labelled<Sentiment>[] = [];
    const vader: Labelled<Sentiment>[] = [];
    for (const study of studies.filter((candidate) => candidate.part === part)) {
      for (const { turn, returned } of await labelTurns(server, study)) {
        const expected = turn.sentiment as Sentiment;
        pairs.push({ expected, returned });
        vader.push({ expected, returned: byVader(turn.text) });
        if (expected !== returned)
          findings.example(part, `${study.id} ${turn.id}: ${expected}, not ${returned}: ${turn.text}`);
      }
    }
    report(findings, part, pairs, vader);
  }
}

async function labelTurns(server: Server, study: Study): Promise<{ turn: Turn; returned: Sentiment }[]> {
  const project = await server.post<{ id: string }>('/v1/projects', { name: `${study.name}: turns` });
  const turns = new Map<string, Turn>();
  for (const interview of study.interviews)
    for (const turn of interview.turns.filter(({ sentiment }) => sentiment !== undefined))
      turns.set((await loadTurns(server, project.id, interview, [turn])).file_id, turn);
  const { files } = await server.run<{ files: FileSentiment[] }>(`/v1/projects/${project.id}/sentiment`, {});
  if (files.length !== turns.size) throw new Error(`${files.length} of ${turns.size} turns were analyzed`);
  return files.map(({ file_id, counts }) => ({
    turn: turns.get(file_id) as Turn,
    returned: sentiments.find((label) => counts[label] > 0) ?? 'neutral',
  }));
}

function report(findings: Findings, part: Part, pairs: Labelled<Sentiment>[], vader: Labelled<Sentiment>[]) {
  const right = pairs.filter(({ expected, returned }) => expected === returned).length;
  const alone = macroF1(vader, sentiments).toFixed(2);
  findings.atLeast(
    'sentiment per turn, macro-F1',
    part,
    macroF1(pairs, sentiments),
    sentimentBar,
    `${right} of ${pairs.length} right; VADER alone ${alone}`,
  );
}
