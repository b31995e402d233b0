import { extname } from 'node:path';
import Type from 'typebox';
import { throwStepError } from '../../nodes/model-failure.ts';
import { attachment } from '../../nodes/output-schemas.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { widget } from '../../nodes/widgets.ts';
import type { ImageModel } from '../../platform/models/model.ts';
import { defineTool, type Tool } from '../contract/tool.ts';
import { saveResultFile } from '../contract/tool-files.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { filename } from '../contract/tool-params.ts';

export const createImageGenerate = (model: ImageModel): Tool =>
  defineTool({
    name: 'image_generate',
    title: 'Generate an image',
    description: 'Draws an image as a text describes it. Result: file, the image.',
    outputSchema: Type.Object({ file: attachment }),
    inputSchema: Type.Object(
      {
        prompt: Type.String({
          title: 'Prompt',
          description: 'What the image shows.',
          minLength: 1,
          maxLength: toolLimits.promptCharacters,
          ...widget('long-text'),
        }),
        size: Type.Optional(
          Type.String({
            title: 'Size',
            description: 'Width and height, such as 1024x1024. Which ones there are depends on the model.',
            pattern: '^([0-9]{2,4}x[0-9]{2,4}|auto)$',
          }),
        ),
        filename: Type.Optional(filename('image')),
      },
      strict,
    ),
    call: async ({ prompt, size, filename: name = 'image' }, context) => {
      const credits = model.settings.credits.call;
      context.progress('Drawing');
      const image = await context.pay(credits, async () => {
        const { signal } = context;
        return { result: await model.draw(prompt, { ...(size && { size }), signal }).catch(throwStepError), credits };
      });
      const { contentType, content } = image;
      const outcome = await saveResultFile(context, {
        filename: name,
        extension: extname(image.filename),
        contentType,
        content,
      });
      return { ...outcome, credits };
    },
  });
