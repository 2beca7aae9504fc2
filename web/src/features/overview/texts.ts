import { overview } from '../../texts/en/overview.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('overview', overview);
