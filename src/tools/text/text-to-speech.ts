import { extname } from 'node:path';
import Type from 'typebox';
import { throwStepError } from '../../nodes/model-failure.ts';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { widget } from '../../nodes/widgets.ts';
import type { SpeechModel } from '../../platform/models/model.ts';
import { defineTool, type Tool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { filename } from '../contract/tool-params.ts';

export const createTextToSpeech = (model: SpeechModel): Tool =>
  defineTool({
    name: 'text_to_speech',
    title: 'Text to speech',
    description: 'Speaks a text. Result: file, the sound.',
    outputSchema: Type.Object({ file: attachment }),
    inputSchema: Type.Object(
      {
        text: Type.String({
          title: 'Text',
          description: 'What is said.',
          minLength: 1,
          maxLength: toolLimits.speechCharacters,
          ...widget('long-text'),
        }),
        voice: Type.Optional(
          Type.String({
            title: 'Voice',
            description: 'Who speaks. Which voices there are depends on the model.',
            minLength: 1,
            maxLength: 100,
          }),
        ),
        filename: Type.Optional(filename('speech')),
      },
      strict,
    ),
    call: async ({ text, voice, filename: name = 'speech' }, context) => {
      const { call, inputToken } = model.settings.credits;
      const credits = call + text.length * inputToken;
      context.progress('Speaking');
      const sound = await context.pay(credits, async () => {
        const { signal } = context;
        return { result: await model.speak(text, { ...(voice && { voice }), signal }).catch(throwStepError), credits };
      });
      const { contentType, content } = sound;
      const outcome = await saveResultFile(context, {
        filename: name,
        extension: extname(sound.filename),
        contentType,
        content,
      });
      return { ...outcome, credits };
    },
  });
