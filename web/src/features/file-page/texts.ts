import { filePage } from '../../texts/en/file-page.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('filePage', filePage);
