/** Runs assistants and asks models in the steps of runs. */
import { payingAccount } from '../accounts/reservations.ts';
import { createPay } from '../accounts/spending.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { answerViolatesSchema, assistantNotFound } from '../errors.ts';
import { throwStepError } from '../nodes/model-failure.ts';
import type { AssistantResult, AssistantTask, Attachment, ModelQuestion } from '../nodes/step.ts';
import { deriveId } from '../platform/ids.ts';
import type { ChatModel, ModelMessage } from '../platform/models/model.ts';
import type { AskingStep, StepAssistants } from '../runs/executing/step-capabilities.ts';
import { requireAssistant } from './assistants.ts';
import type { ChatServices } from './chat.ts';
import { type ClaimedConversation, type Entry, isQuestion, withConversation } from './conversations.ts';
import { readDocuments } from './file-texts.ts';
import { countCharacters, createFileLoader } from './model-messages.ts';
import { calculatePrice, estimatePrice, requireChatModel } from './models.ts';
import { answerProblem, correction } from './structured-answers.ts';
import { createToolset, findTools } from './toolset.ts';
import { answerQuestion } from './turn.ts';

type StepAssistantServices = Omit<
  ChatServices,
  'builder' | 'runForUser' | 'chatSlots' | 'stops' | 'trackChat' | 'closing'
>;

export function createStepAssistants(
  services: StepAssistantServices & { classificationModel: string | undefined },
): StepAssistants {
  return {
    // Failures of models become errors of the step.
    run: (step, task) => runAssistant(services, step, task).catch(throwStepError),
    ask: (step, question) => ask(services, step, question).catch(throwStepError),
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
  const assistant = await database.retry(() => requireAssistant(database.query, user, task.assistantId), { signal });
  // Builders change their workflow, which only people may request.
  if (assistant.workflow_id !== null) throw assistantNotFound();
  const model = requireChatModel(services.models, task.model ?? assistant.model);
  const claim = {
    // A replay has the idempotency keys of the run that it repeats, but conversations of its own.
    id: deriveId(`conversation ${idempotencyKey}${idempotencyKey.startsWith(run.id) ? '' : ` ${run.id}`}`),
    userId: user.userId,
    step: idempotencyKey,
    title: task.prompt,
    assistantId: assistant.id,
    model: model.settings.id,
    runId: run.id,
  };
  return withConversation(database, claim, signal, async conversation => {
    if (conversation.entries.length === 0) await addQuestion(step, conversation, task, model);
    const toolset = createToolset({
      ...services,
      userId: user.userId,
      tools: await findTools(services.tools, assistant.tools, { user: run.user, waits: true, signal }),
      callTool: step.callTool,
    });
    const final = await answerQuestion(services, {
      conversation,
      owner: user.userId,
      model,
      instructions: assistant.instructions,
      toolset,
      schema: task.outputSchema,
      account: payingAccount(user.userId, run.organizationId),
      load: createFileLoader(step.files),
      listener: {
        toolStarts: ({ name }) => step.progress(`Using ${name}`),
        toolEnds: ({ name, failed }) => step.progress(failed ? `${name} failed` : `${name} is done`),
      },
      signal,
    }).catch(error => {
      step.notePaid(creditsOf(conversation));
      throw error;
    });
    return toResult(conversation, final, task);
  });
}

/** Writes the question and its files to the conversation before anything else happens. */
async function addQuestion(
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

/** The last entry holds the credits of all since the question, and the question those of its files. */
function creditsOf({ entries }: ClaimedConversation): number {
  const question = entries.findLast(isQuestion);
  const last = entries.at(-1);
  return (question?.credits ?? 0) + (last === question ? 0 : (last?.credits ?? 0));
}

function toResult(conversation: ClaimedConversation, final: Entry, { outputSchema }: AssistantTask): AssistantResult {
  return {
    text: final.content,
    data: outputSchema ? JSON.parse(final.content) : null,
    files: final.files,
    conversationId: conversation.id,
    credits: creditsOf(conversation),
  };
}

/** Returns an answer that fits the schema. No other answer is accepted, whatever the prompt makes the model say. */
async function ask(
  services: StepAssistantServices & { classificationModel: string | undefined },
  step: AskingStep,
  { instructions, prompt, schema, model: modelId }: ModelQuestion,
): Promise<{ answer: unknown; credits: number }> {
  const { database, threads, modelSlots, models, classificationModel } = services;
  const { run, signal } = step;
  const model = requireChatModel(models, modelId ?? classificationModel);
  const pay = createPay(database, payingAccount(run.user.id, run.organizationId), signal);
  const messages: ModelMessage[] = [{ role: 'user', text: prompt, files: [] }];
  let credits = 0;
  for (let corrections = 0; ; corrections++) {
    const reply = await pay(estimatePrice(model, instructions.length + countCharacters(messages)), async () => {
      const release = await modelSlots.acquire(run.user.id, 1, signal);
      const result = await model.ask({ instructions, messages, answerSchema: schema, signal }).finally(release);
      return { result, credits: calculatePrice(model, result) };
    });
    const price = calculatePrice(model, reply);
    credits += price;
    step.addPayment(price);
    const problem = await answerProblem(threads, schema, reply.text, { owner: run.user.id, signal });
    if (problem === undefined) return { answer: JSON.parse(reply.text), credits };
    if (corrections >= fixedLimits.chat.corrections) throw answerViolatesSchema(problem);
    messages.push({ role: 'assistant', text: reply.text, calls: [] });
    messages.push({ role: 'user', text: correction(problem), files: [] });
  }
}
