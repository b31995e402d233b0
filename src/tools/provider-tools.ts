/** Tools that exist where the settings name who does their work. */
import type { Models } from '../platform/models/model.ts';
import { createImageGenerate } from './image-generate.ts';
import { createTextToSpeech } from './text-to-speech.ts';
import type { Tool } from './tool.ts';
import { createWebSearch } from './web-search.ts';
import type { WebSearchSettings } from './web-search-settings.ts';

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
