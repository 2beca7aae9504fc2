export { MediaPlayer } from './media-player.tsx';
export { PlayerBar } from './player-bar.tsx';
export type { TimelineMark } from './position-slider.tsx';
export { useMediaUrl } from './use-media-url.ts';
