import { theme } from '../../texts/en/theme.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('theme', theme);
