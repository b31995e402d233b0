/** Tools that exist where the settings name who does their work. */
import type { Models } from '../platform/models/model.ts';
import type { Tool } from './contract/tool.ts';
import { createImageGenerate } from './pictures/image-generate.ts';
import { createTextToSpeech } from './text/text-to-speech.ts';
import { createWebSearch } from './web-search/web-search.ts';
import type { WebSearchSettings } from '../configuration/web-search.ts';

export interface Providers {
  models: Pick<Models, 'image' | 'speech'>;
  webSearch: WebSearchSettings | undefined;
}

export function createProviderTools({ models, webSearch }: Providers): Tool[] {
  const image = models.image();
  const speech = models.speech();
  return [
    ...(webSearch ? [createWebSearch(webSearch)] : []),
    ...(image ? [createImageGenerate(image)] : []),
    ...(speech ? [createTextToSpeech(speech)] : []),
  ];
}
