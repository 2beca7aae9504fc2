import { palette } from '../../texts/en/palette.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('palette', palette);
