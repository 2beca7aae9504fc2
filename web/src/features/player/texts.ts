import { player } from '../../texts/en/player.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('player', player);
