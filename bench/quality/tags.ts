import type { Findings } from './findings.ts';
import type { Part, Span, Study, Turn } from './read-studies.ts';
import { agreement, type Counts } from './score.ts';
import { type LoadedStudy, loadStudy, type Server } from './server.ts';

interface Tagging {
  tag_id: string;
  target_type: string;
  target_id: string;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  quote: string | null;
}

interface TaggedTurn {
  /** The name of the tag. */
  tag: string;
  turn: Turn;
  start: number;
  end: number;
  quote: string;
}

/**
 * Tags each study twice: once with its own tags only, and once in a project without tags, where all tags are new. A span is
 * right if a span of the same tag overlaps it by half of the shorter of the two.
 */
export async function measureTags(server: Server, studies: Study[], findings: Findings): Promise<void> {
  for (const part of new Set(studies.map((study) => study.part))) {
    const spans = { returned: 0, right: 0, expected: 0, found: 0 };
    const perTurn: Counts = { right: 0, returned: 0, expected: 0 };
    const covered: number[] = [];
    const names: string[] = [];
    let added = 0;
    for (const study of studies.filter((candidate) => candidate.part === part)) {
      const { expected, returned, again } = await tagWithOwnTags(server, study);
      added += again.length - returned.length;
      spans.expected += expected.length;
      spans.returned += returned.length;
      spans.right += returned.filter((one) => expected.some((other) => overlaps(one, other))).length;
      spans.found += expected.filter((one) => returned.some((other) => overlaps(one, other))).length;
      countTurns(perTurn, expected, returned);
      showMistakes(findings, study, expected, returned);
      const proposed = await tagWithNewTags(server, study);
      names.push(...new Set(proposed.map(({ tag }) => tag)));
      findings.example(
        part,
        `${study.id}: new tags: ${[...new Set(proposed.map(({ tag }) => tag))].join(' · ')}`,
      );
      covered.push(...coverageOf(study, proposed, findings));
    }
    findings.none('taggings that a second run adds', part, added, spans.returned);
    const precision = spans.returned === 0 ? 0 : spans.right / spans.returned;
    const recall = spans.found / spans.expected;
    const of = (count: number, all: number) => `${count} of ${all} spans`;
    findings.atLeast(
      'tags at the span, precision',
      part,
      precision,
      undefined,
      of(spans.right, spans.returned),
    );
    findings.atLeast('tags at the span, recall', part, recall, undefined, of(spans.found, spans.expected));
    const turns = agreement(perTurn);
    const both = `precision ${turns.precision.toFixed(2)}, recall ${turns.recall.toFixed(2)}`;
    findings.atLeast('tags at the turn, F1', part, turns.f1, undefined, both);
    const mean = covered.reduce((sum, f1) => sum + f1, 0) / covered.length;
    findings.atLeast(
      'new tags: F1 at the turn of the best new tag for each expected one',
      part,
      mean,
      undefined,
      `${names.length} new tags for ${covered.length} expected ones`,
    );
  }
}

async function tagWithOwnTags(server: Server, study: Study) {
  const loaded = await loadStudy(server, study);
  for (const name of study.tags.values())
    await server.post(`/v1/projects/${loaded.project_id}/tags`, { name });
  const body = { allow_new_tags: false, mode: 'apply' };
  await server.run(`/v1/projects/${loaded.project_id}/auto-tag`, body);
  const returned = await readTaggings(server, loaded);
  const expected = expectedSpans(loaded);
  // A second run must not change anything.
  await server.run(`/v1/projects/${loaded.project_id}/auto-tag`, body);
  const again = await readTaggings(server, loaded);
  return { expected, returned, again };
}

async function tagWithNewTags(server: Server, study: Study): Promise<TaggedTurn[]> {
  const loaded = await loadStudy(server, study);
  await server.run(`/v1/projects/${loaded.project_id}/auto-tag`, { mode: 'apply' });
  return readTaggings(server, loaded);
}

function expectedSpans({ study, turns }: LoadedStudy): TaggedTurn[] {
  const of =
    (turn: Turn) =>
    ({ tag, start, end, quote }: Span) => ({
      tag: study.tags.get(tag) as string,
      turn,
      start,
      end,
      quote,
    });
  return [...turns.values()].flatMap((turn) => turn.spans.map(of(turn)));
}

/** The taggings of a project, by turn. A tagging over several turns counts in each. */
async function readTaggings(server: Server, { project_id, turns }: LoadedStudy): Promise<TaggedTurn[]> {
  const tags = await server.list<{ id: string; name: string }>(`/v1/projects/${project_id}/tags`);
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]));
  const taggings = await server.list<Tagging>(`/v1/projects/${project_id}/taggings`);
  const ids = [...turns.keys()];
  return taggings
    .filter(({ target_type }) => target_type === 'segment')
    .flatMap(({ tag_id, target_id, end_segment_id, start_character, end_character, quote }) => {
      const last = end_segment_id ?? target_id;
      return ids.slice(ids.indexOf(target_id), ids.indexOf(last) + 1).map((id): TaggedTurn => {
        const turn = turns.get(id) as Turn;
        return {
          tag: nameOf.get(tag_id) as string,
          turn,
          start: id === target_id ? (start_character ?? 0) : 0,
          end: id === last ? (end_character ?? [...turn.text].length) : [...turn.text].length,
          quote: quote ?? '',
        };
      });
    });
}

function overlaps(one: TaggedTurn, other: TaggedTurn): boolean {
  if (one.tag !== other.tag || one.turn !== other.turn) return false;
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return shared * 2 >= Math.min(one.end - one.start, other.end - other.start);
}

const sharedBy = (one: Set<string>, other: Set<string>) => [...one].filter((id) => other.has(id)).length;

const turnsWith = (spans: TaggedTurn[]) => new Set(spans.map(({ tag, turn }) => `${tag} ${turn.id}`));

function countTurns(counts: Counts, expected: TaggedTurn[], returned: TaggedTurn[]): void {
  const [wanted, got] = [turnsWith(expected), turnsWith(returned)];
  counts.expected += wanted.size;
  counts.returned += got.size;
  counts.right += sharedBy(wanted, got);
}

/** For each expected tag: the F1 at the turn of the new tag that agrees best with it. */
function coverageOf(study: Study, proposed: TaggedTurn[], findings: Findings): number[] {
  const turnsByTag = Map.groupBy(proposed, ({ tag }) => tag);
  return [...study.tags].map(([key, name]) => {
    const wanted = new Set(
      study.interviews.flatMap(({ turns }) =>
        turns.filter(({ spans }) => spans.some(({ tag }) => tag === key)).map(({ id }) => id),
      ),
    );
    const scored = [...turnsByTag].map(([tag, spans]) => {
      const got = new Set(spans.map(({ turn }) => turn.id));
      const right = sharedBy(got, wanted);
      return { tag, ...agreement({ right, returned: got.size, expected: wanted.size }) };
    });
    const best = scored.sort((a, b) => b.f1 - a.f1)[0];
    findings.example(
      study.part,
      `${study.id}: "${name}" is best covered by "${best?.tag}", F1 ${best?.f1.toFixed(2)}`,
    );
    return best?.f1 ?? 0;
  });
}

function showMistakes(
  findings: Findings,
  { id, part }: { id: string; part: Part },
  expected: TaggedTurn[],
  returned: TaggedTurn[],
) {
  for (const one of returned)
    if (!expected.some((other) => overlaps(one, other)))
      findings.example(part, `${id} ${one.turn.id}: not "${one.tag}": ${one.quote}`);
  for (const one of expected)
    if (!returned.some((other) => overlaps(one, other)))
      findings.example(part, `${id} ${one.turn.id}: missed "${one.tag}": ${one.quote}`);
}
