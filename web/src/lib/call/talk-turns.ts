export interface TalkTurn {
  peer_id: string;
  start_seconds: number;
  end_seconds: number;
}

/** Speech is louder than this. Noise of a quiet room is about a tenth of it. */
const speechLevel = 0.02;
/** A pause within a sentence does not end a turn. */
const pauseSeconds = 0.6;
/** The server stores no more. */
const turnsMax = 5_000;

/**
 * Collects who spoke when. Of several people at the same time the loudest counts: a microphone also picks up the other side
 * from the loudspeaker.
 */
export function createTalkTurns() {
  const turns: TalkTurn[] = [];
  return {
    add(seconds: number, levels: ReadonlyMap<string, number>): void {
      const [loudest] = [...levels].sort((a, b) => b[1] - a[1]);
      if (!loudest || loudest[1] < speechLevel) return;
      const last = turns.at(-1);
      if (last?.peer_id === loudest[0] && seconds - last.end_seconds <= pauseSeconds)
        last.end_seconds = seconds;
      else if (turns.length < turnsMax)
        turns.push({ peer_id: loudest[0], start_seconds: seconds, end_seconds: seconds });
    },
    /** Single loud moments, such as a cough, are left out. */
    list: () =>
      turns
        .filter(({ start_seconds, end_seconds }) => end_seconds - start_seconds >= 0.2)
        .map((turn) => ({
          ...turn,
          start_seconds: Math.round(turn.start_seconds * 10) / 10,
          end_seconds: Math.round(turn.end_seconds * 10) / 10,
        })),
  };
}
