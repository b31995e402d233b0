/** What the live stream says, for the API description. `LiveEvent` is its type. */
import Type from 'typebox';
import { about, named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';
import { streamOf } from '../http/stream-schema.ts';

const type = <const Name extends string>(name: Name) => about('What changed.', Type.Literal(name));
const workflow_id = Uuid;

const PresentTab = named(
  'PresentTab',
  Type.Object(
    {
      user_id: about('Who has it open.', Uuid),
      name: Type.String(),
      tab_id: about('The tab of the browser, as it names itself.', Uuid),
    },
    { description: 'A tab in which somebody has the workflow open.' },
  ),
);

const LiveEvent = named(
  'LiveEvent',
  Type.Union(
    [
      Type.Object({ type: type('hello') }),
      Type.Object({
        type: type('run'),
        run_id: Uuid,
        workflow_id,
        status: about('The new status of the run.', Type.String({ examples: ['success'] })),
      }),
      Type.Object({
        type: type('workflow'),
        workflow_id,
        revision_id: about('The revision that was saved.', Uuid),
        user_id: about('Who saved it.', Uuid),
      }),
      Type.Object({
        type: type('presence'),
        workflow_id,
        people: about('Everybody who has the workflow open.', Type.Array(PresentTab)),
      }),
      Type.Object({
        type: type('approvals'),
        waiting: about('How many approvals wait for the user.', Type.Integer()),
      }),
      Type.Object({
        type: type('failures'),
        mine: about('How many failed runs are assigned to the user.', Type.Integer()),
      }),
      Type.Object({
        type: type('notifications'),
        unread: about('How many notifications are unread. No more than a hundred are counted.', Type.Integer()),
      }),
    ],
    { description: 'Something that changed.' },
  ),
);

export const LiveStream = streamOf('LiveStreamObject', LiveEvent);
