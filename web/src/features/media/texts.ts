import { media } from '../../texts/en/media.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('media', media);
