import { countConnections, countSteps } from './counts.ts';
import { formatNumber } from './locale.ts';

export * from './common.ts';

export const closePublishPanel = 'Close the publish panel';
export const changedSinceVersion = (version: string | number) => `Changed since version ${version}`;
export const whatPublished = 'What is published';
export const nothingDraftWhatPublished = 'Nothing. The draft is what is published.';
export const by = (authors: string | number) => `By ${authors}.`;
export const pinsOnlyInDraft = (pins: readonly string[]) =>
  `${pins.join(', ')} ${pins.length === 1 ? 'is' : 'are'} pinned. Pins hold in the draft only: the published version executes ${pins.length === 1 ? 'this step' : 'these steps'}.`;
export const forms = 'Forms';
export const openForm = 'Open the form';
export const formAfterPublishing = 'The form has a page once you publish.';
export const whoeverLinkCanSend = 'Whoever has the link can send the form. Nobody has to sign in.';
export const neverSent = 'Never sent';
export const sent = (time: string | number) => `Sent ${time}`;
export const formAddressStops = (name: string) =>
  `The present link to '${name}' stops working at once. Everybody who uses the form needs the new one.`;
export const schedules = 'Schedules';
export const conditions = 'Conditions';
export const filteredInDay = (count: number) =>
  count === 0 ? 'nothing filtered in a day' : `${formatNumber(count)} filtered in a day`;
export const conditionFailed = (count: number, problem: string) =>
  `The condition failed ${count === 1 ? 'once' : `${formatNumber(count)} times`} in the last day, and the run started: ${problem}`;
export const rights = 'Rights';
export const signingSecret = 'Signing secret';
export const versionPublished = (version: string | number) => `Version ${version} is published and on.`;
export const whatNewListVersions = 'What is new, for the list of versions';
export const publishAgainVersion = (version: string | number) => `Publish again as version ${version}`;
export const publishVersion = (version: string | number) => `Publish version ${version}`;
export const mendBeforePublishing = (errors: number) =>
  `${errors === 1 ? 'One error has' : `${errors} errors have`} to be mended before publishing.`;
export const triggersStartRunsYour = (name: string | number) =>
  `Triggers start runs with your rights and credits (${name}).`;
export const onceYouPublishTriggers = (name: string | number) =>
  `Once you publish, triggers start runs with your rights and credits (${name}).`;
export const nowTheyUse = (after: string | number, value: string | number) =>
  `${after} Now they use those of ${value}.`;
export const neverPublishedPublishingTurns = 'Never published. Publishing turns the triggers on.';
export const publishedVersion = (version: string | number, time: string | number, name: string | number) =>
  `Version ${version}, ${time} by ${name}`;
export const triggers = 'Triggers on';
export const triggersOff = 'Triggers off';
export const receiversVerifySignedRequest = 'Receivers verify with it that a signed request comes from this workflow.';
export const presentURLStopsWorking = (value: string | number) =>
  `The present URL of ${value} stops working at once. Whoever calls it gets an error until they have the new one.`;
export const makeNewURL = 'Make a new URL';
export const neverCalled = 'never called';
export const called = (time: string | number) => `called ${time}`;
export const getsURLWhenPublished = 'It gets its URL when it is published.';
export const whoeverURLCanStart = 'Whoever has the URL can start runs.';
export const publishChanges = (changes: number) => `Publish, ${changes} ${changes === 1 ? 'change' : 'changes'}`;
export const stepsAdded = (count: number) => `${countSteps(count)} added`;
export const stepsChanged = (count: number) => `${countSteps(count)} changed`;
export const stepsRemoved = (count: number) => `${countSteps(count)} removed`;
export const connectionsChanged = (count: number) => `${countConnections(count)} changed`;
export const showChanges = 'Show each change';
export const showSteps = 'Show the steps';
export const moreAboutUrl = 'Command and more';
