import { reports } from '../../texts/en/reports.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('reports', reports);
