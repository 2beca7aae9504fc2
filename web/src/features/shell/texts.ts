import { shell } from '../../texts/en/shell.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('shell', shell);
