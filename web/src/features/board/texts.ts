import { board } from '../../texts/en/board.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('board', board);
