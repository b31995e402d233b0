/** Assistants and models in steps of runs. */
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { answerViolatesSchema, assistantNotFound } from '../errors.ts';
import { asStepError } from '../nodes/model-failure.ts';
import type { AssistantResult, AssistantTask, Attachment, ModelQuestion } from '../nodes/step.ts';
import { deriveId } from '../platform/ids.ts';
import type { ChatModel, ModelMessage } from '../platform/models/model.ts';
import type { AskingStep, StepAssistants } from '../runs/executing/step-capabilities.ts';
import { answer, estimateOf, priceOf } from './turn.ts';
import { usableAssistant } from './assistants.ts';
import type { ChatServices } from './chat.ts';
import { type ClaimedConversation, type Entry, isQuestion, withConversation } from './conversations.ts';
import { readDocuments } from './file-texts.ts';
import { createHands, toolsOf } from './toolset.ts';
import { charactersOf, loadFrom } from './model-messages.ts';
import { requireChatModel } from './models.ts';
import { answerProblem, correction } from './structured-answers.ts';

export type StepAssistantServices = Omit<ChatServices, 'builder' | 'open' | 'underWay' | 'closing'>;

export function createStepAssistants(
  services: StepAssistantServices & { classificationModel: string | undefined },
): StepAssistants {
  return {
    // What fails is told as the step's own error.
    run: (step, task) => runAssistant(services, step, task).catch(asStepError),
    ask: (step, question) => ask(services, step, question).catch(asStepError),
  };
}

async function runAssistant(
  services: StepAssistantServices,
  step: AskingStep,
  task: AssistantTask,
): Promise<AssistantResult> {
  const { database } = services;
  const { run, idempotencyKey, signal } = step;
  const user = { userId: run.user.id, email: run.user.email };
  const assistant = await database.retry(() => usableAssistant(database.query, user, task.assistantId), { signal });
  // Builders change their workflow: that is for people to ask.
  if (assistant.workflow_id !== null) throw assistantNotFound();
  const model = requireChatModel(services.models, task.model ?? assistant.model);
  const claim = {
    id: deriveId(`conversation ${idempotencyKey}`),
    userId: user.userId,
    step: idempotencyKey,
    title: task.prompt,
    assistantId: assistant.id,
    model: model.settings.id,
    runId: run.id,
  };
  return withConversation(database, claim, signal, async conversation => {
    if (conversation.entries.length === 0) await askFirst(step, conversation, task, model);
    const hands = createHands({
      ...services,
      userId: user.userId,
      tools: await toolsOf(services.tools, assistant.tools, { isPatient: true, signal }),
      use: step.callTool,
    });
    const final = await answer(services, {
      conversation,
      owner: user.userId,
      model,
      instructions: assistant.instructions,
      hands,
      schema: task.outputSchema,
      account: payingAccount(user.userId, run.organizationId),
      load: loadFrom(step.files),
      listener: {
        toolStarts: name => step.progress(`Using ${name}`),
        toolEnds: (name, failed) => step.progress(failed ? `${name} failed` : `${name} is done`),
      },
      signal,
    });
    return resultOf(conversation, final, task);
  });
}

/** What was asked stands in the conversation before anything is done, files and all. */
async function askFirst(
  step: AskingStep,
  conversation: ClaimedConversation,
  task: AssistantTask,
  model: ChatModel,
): Promise<void> {
  const files: Attachment[] = [];
  for (const reference of task.files) files.push((await step.files.read(reference)).attachment);
  step.progress(files.length > 0 ? `Reading ${files.length === 1 ? 'a file' : `${files.length} files`}` : 'Thinking');
  const { documents, credits } = await readDocuments(files, model, file => step.readText(file));
  await conversation.add({ role: 'user', shown: true, content: task.prompt, files, details: { documents }, credits });
}

function resultOf(
  { id, entries }: ClaimedConversation,
  final: Entry,
  { outputSchema }: AssistantTask,
): AssistantResult {
  const question = entries.findLast(isQuestion);
  return {
    text: final.content,
    data: outputSchema ? JSON.parse(final.content) : null,
    files: final.files,
    conversationId: id,
    credits: (question?.credits ?? 0) + final.credits,
  };
}

/** One answer that fits the schema: nothing else is taken, whatever the model was talked into. */
async function ask(
  services: StepAssistantServices & { classificationModel: string | undefined },
  step: AskingStep,
  { instructions, prompt, schema, model: modelId }: ModelQuestion,
): Promise<{ answer: unknown; credits: number }> {
  const { database, threads, turns, models, classificationModel } = services;
  const { run, signal } = step;
  const model = requireChatModel(models, modelId ?? classificationModel);
  const pay = createPay(database, payingAccount(run.user.id, run.organizationId), signal);
  const messages: ModelMessage[] = [{ role: 'user', text: prompt, files: [] }];
  let credits = 0;
  for (let corrections = 0; ; corrections++) {
    const reply = await pay(estimateOf(model, instructions.length + charactersOf(messages)), async () => {
      const release = await turns.acquire(run.user.id, 1, signal);
      const result = await model.ask({ instructions, messages, answerSchema: schema, signal }).finally(release);
      return { result, credits: priceOf(model, result) };
    });
    credits += priceOf(model, reply);
    const problem = await answerProblem(threads, schema, reply.text, { owner: run.user.id, signal });
    if (problem === undefined) return { answer: JSON.parse(reply.text), credits };
    if (corrections >= fixedLimits.chat.corrections) throw answerViolatesSchema(problem);
    messages.push({ role: 'assistant', text: reply.text, calls: [] });
    messages.push({ role: 'user', text: correction(problem), files: [] });
  }
}
