import { clips } from '../../texts/en/clips.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('clips', clips);
