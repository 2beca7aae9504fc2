import { insights } from '../../texts/en/insights.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('insights', insights);
