import { transcriptHistory } from '../../texts/en/transcript-history.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('transcriptHistory', transcriptHistory);
