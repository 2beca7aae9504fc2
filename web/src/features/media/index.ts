export { FileName } from './file-name.tsx';
export { MomentLink } from './moment-link.tsx';
export { MomentName } from './moment-name.tsx';
export { SpanControls, SpanPlayer } from './span-player.tsx';
export { TurnList } from './turn-list.tsx';
export { turnsBetween, turnsOfPassage } from './turns.ts';
export { useMomentTime } from './use-moment-time.ts';
export { type Span, useSpanPlayback } from './use-span-playback.ts';
