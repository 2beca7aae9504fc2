import { fileSummary } from '../../texts/en/file-summary.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('fileSummary', fileSummary);
