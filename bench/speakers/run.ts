import { mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { loadSherpa } from '../../packages/speech/src/engines.ts';
import { nameSpeakers, type VoicedRegion } from '../../packages/speech/src/speakers.ts';
import { findSpeechRegions, loadVad, openAudio } from '../../packages/speech/src/speech-regions.ts';
import { voiceParts } from '../../packages/speech/src/voice-features.ts';
import { parts, readStudies } from '../quality/read-studies.ts';
import { bestAssignment } from '../quality/score.ts';
import { planRecordings } from './plan.ts';
import { type Recording, renderRecording, type SpokenTurn } from './render.ts';

/**
 * `npm run bench:speakers` measures whether the embedded engine finds the right number of speakers and the right speaker of each
 * moment: in conversations that espeak-ng and sox produce (both must be installed), whole and cut after some seconds.
 * SPEAKERS_PART=tuning measures one part and prints its faults. Choose numbers with the tuning part only.
 */
const cutsSeconds = [25, 40, 60, Number.POSITIVE_INFINITY];
const only = process.env.SPEAKERS_PART;
const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
const hints = { fetchModels: 'npm run models', alternative: 'install the models' };
const vad = loadVad(loadSherpa(hints), path.join(cache, 'parley', 'models', 'silero_vad.onnx'));

async function findRegions({ wavPath }: Recording): Promise<VoicedRegion[]> {
  const audio = await openAudio(wavPath);
  const regions: VoicedRegion[] = [];
  for await (const { samples, ...span } of findSpeechRegions(vad, audio, () => {}))
    regions.push({ ...span, parts: voiceParts(samples) });
  await audio.close();
  return regions;
}

/** The share of the spoken time with the right speaker, with the best assignment of labels to people. */
function compare(turns: SpokenTurn[], regions: VoicedRegion[]) {
  const names = nameSpeakers(regions);
  const people = [...new Set(turns.map(({ person }) => person))];
  const labels = [...new Set(names)];
  const shared = people.map(() => labels.map(() => 0));
  let all = 0;
  for (const turn of turns)
    regions.forEach((region, i) => {
      const seconds =
        Math.min(turn.end_seconds, region.end_seconds) - Math.max(turn.start_seconds, region.start_seconds);
      if (seconds <= 0) return;
      const row = shared[people.indexOf(turn.person)] as number[];
      const label = labels.indexOf(names[i] as string);
      row[label] = (row[label] as number) + seconds;
      all += seconds;
    });
  return {
    expected: people.length,
    found: labels.length,
    right: all === 0 ? 0 : bestAssignment(shared) / all,
  };
}

const studies = await readStudies();
console.log('| part | length | number of speakers right | one person split | time right |');
console.log('| --- | --- | --- | --- | --- |');
for (const part of parts) {
  if (only && only !== part) continue;
  const folder = path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'parley-speakers', part);
  await mkdir(folder, { recursive: true });
  const measured = [];
  for (const plan of planRecordings(part, studies)) {
    const recording = await renderRecording(plan, folder);
    measured.push({ name: plan.name, turns: recording.turns, regions: await findRegions(recording) });
  }
  for (const cut of cutsSeconds) {
    const results = measured.map(({ name, turns, regions }) => {
      const heard = regions.filter((region) => region.end_seconds < cut);
      return {
        name,
        ...compare(
          turns.filter((turn) => turn.start_seconds < cut - 1),
          heard,
        ),
      };
    });
    const right = results.filter(({ expected, found }) => expected === found).length;
    const split = results.filter(({ expected, found }) => expected === 1 && found > 1).length;
    const time = results.reduce((sum, result) => sum + result.right, 0) / results.length;
    const length = Number.isFinite(cut) ? `${cut} s` : 'whole';
    console.log(
      `| ${part} | ${length} | ${right} of ${results.length} | ${split} | ${(time * 100).toFixed(1)} % |`,
    );
    if (only === 'tuning')
      for (const { name, expected, found, right: share } of results)
        if (expected !== found)
          console.error(`${length}, ${name}: ${found} of ${expected}, ${share.toFixed(2)}`);
  }
}
