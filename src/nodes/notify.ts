import Type from 'typebox';
import type { NodeType } from './node.ts';
import { actionParams, files, strict, text } from './param-schemas.ts';

const Params = Type.Object(
  {
    subject: text('Subject', 'Subject of the e-mail.'),
    message: text('Message', 'Text of the e-mail, in Markdown.'),
    files: Type.Optional(files('What is attached.')),
    ...actionParams,
  },
  strict,
);

export const notify: NodeType<'notify'> = {
  type: 'notify',
  title: 'E-mail to me',
  description: 'Sends an e-mail to the user on whose behalf the run executes. Output: {sent_to}.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
};
