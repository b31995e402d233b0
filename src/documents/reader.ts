/** Files as text: documents, e-mails, images and audio. */
import { MEGABYTE } from '../configuration/limits.ts';
import { asStepError } from '../nodes/model-failure.ts';
import type { Attachment, Pay } from '../nodes/step.ts';
import type { ModelFile, Models } from '../platform/models/model.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import type { Threads } from '../platform/threads/threads.ts';
import { ownBytes } from '../tools/contract/tool-files.ts';
import { timeLimitMs, toolLimits } from '../tools/contract/tool-limits.ts';
import { documentKind } from './document-kind.ts';
import { documentLimits } from './document-limits.ts';
import type { DocumentInput, DocumentText, EmailAttachment } from './document-thread.ts';
import type { PdfPicturesInput } from './pdf-pictures-thread.ts';
import { type Picture, pictureForModel, picturesForRecognition } from './pictures.ts';
import { notText, UnreadableFile, unreadable } from './unreadable-file.ts';
import { work } from './document-threads.ts';

export interface DocumentReader {
  /** Throws StepErrors for what can not be read. */
  read(file: DocumentFile, options: ReadOptions): Promise<ReadText>;
}

export interface DocumentFile {
  attachment: Pick<Attachment, 'filename' | 'content_type'>;
  /** Given away. */
  content: Buffer;
}

export interface ReadOptions {
  /** The id of the user on whose behalf it is read: threads are shared fairly between users. */
  owner: string;
  signal: AbortSignal;
  pay: Pay;
}

export interface ReadText {
  text: string;
  credits: number;
}

export interface DocumentReaderOptions {
  threads: Threads;
  models: Pick<Models, 'transcription'>;
  /** The text of an image by a model that sees, when one is configured. Pays with `pay` itself; throws StepErrors. */
  describe?: (image: ModelFile, options: ReadOptions) => Promise<ReadText>;
}

const DOCUMENT_THREAD = new URL('./document-thread.ts', import.meta.url);
const PICTURES_THREAD = new URL('./pdf-pictures-thread.ts', import.meta.url);
const RECOGNITION_THREAD = new URL('./recognition-thread.ts', import.meta.url);

export function createDocumentReader({ threads, models, describe }: DocumentReaderOptions): DocumentReader {
  const recognitions = createSemaphore({ total: documentLimits.recognition.atOnce });

  async function read({ attachment, content }: DocumentFile, depth: number, options: ReadOptions): Promise<ReadText> {
    const { filename, content_type } = attachment;
    if (content.byteLength > documentLimits.fileBytes) {
      throw new UnreadableFile(
        `The file '${filename}' is larger than ${Math.floor(documentLimits.fileBytes / MEGABYTE)} MB`,
      );
    }
    const found = documentKind(content, filename, content_type);
    switch (found.kind) {
      case 'unreadable':
        throw notText(filename, found.contentType);
      case 'audio':
        return transcribe({ filename, contentType: found.contentType, content }, options);
      case 'image':
        return imageText({ filename, contentType: found.contentType, content }, options);
      case 'document':
        return documentText(filename, { content: ownBytes(content), format: found.format }, depth, options);
    }
  }

  async function documentText(
    filename: string,
    input: DocumentInput,
    depth: number,
    options: ReadOptions,
  ): Promise<ReadText> {
    const { owner, signal } = options;
    // A PDF may be needed once more.
    const transfer = input.format === 'pdf' ? [] : [input.content];
    const timeoutMs = timeLimitMs(documentLimits.time, input.content.byteLength);
    const by = { filename, owner, signal, timeoutMs, transfer };
    const read = await work<DocumentText>(threads, DOCUMENT_THREAD, input, by);
    const { text, attachments = [], picturePages } = read;
    if (picturePages !== undefined) return scannedText(filename, input.content, picturePages, options);
    return depth === 0 ? withAttachments(text, attachments, options) : { text, credits: 0 };
  }

  /** Each under its name, those that can not be read with the reason. */
  async function withAttachments(
    text: string,
    attachments: readonly EmailAttachment[],
    options: ReadOptions,
  ): Promise<ReadText> {
    const texts = [text];
    let credits = 0;
    let characters = text.length;
    for (const { filename, contentType, content } of attachments.slice(0, documentLimits.emailAttachments)) {
      const file = { attachment: { filename, content_type: contentType }, content: asBuffer(content) };
      const each = await read(file, 1, options).catch(asNote);
      texts.push(`--- ${filename} ---\n${each.text}`);
      credits += each.credits;
      characters += each.text.length;
      // The whole is refused in the end: nothing more need be read for it.
      if (characters > toolLimits.resultCharacters) break;
    }
    return { text: texts.join('\n\n'), credits };
  }

  /** Of a PDF whose pages are pictures. */
  async function scannedText(
    filename: string,
    content: Uint8Array<ArrayBuffer>,
    pages: number,
    options: ReadOptions,
  ): Promise<ReadText> {
    const { pages: mostPages, pagesAtOnce, pictures: mostPictures } = documentLimits.recognition;
    if (pages > mostPages) throw unreadable(filename, `it has no text but more than ${mostPages} pages of pictures`);
    const texts: string[] = [];
    let credits = 0;
    for (let firstPage = 1; firstPage <= pages; firstPage += pagesAtOnce) {
      const input: PdfPicturesInput = { content, firstPage, lastPage: Math.min(pages, firstPage + pagesAtOnce - 1) };
      const { owner, signal } = options;
      const from = { filename, owner, signal, timeoutMs: timeLimitMs(documentLimits.time, content.byteLength) };
      const pictures = await work<Uint8Array<ArrayBuffer>[]>(threads, PICTURES_THREAD, input, from);
      if (texts.length + pictures.length > mostPictures) {
        throw unreadable(filename, `it has no text but more than ${mostPictures} pictures`);
      }
      for (const picture of pictures) {
        const image = { filename, contentType: 'image/png', content: asBuffer(picture) };
        const each = await imageText(image, options);
        texts.push(each.text);
        credits += each.credits;
      }
    }
    const text = texts.filter(each => each !== '').join('\n\n');
    if (text === '') throw unreadable(filename, 'it has no text');
    return { text, credits };
  }

  async function imageText(picture: Picture, options: ReadOptions): Promise<ReadText> {
    if (!describe) return recognisedText(picture, options);
    const seen = await inTurn(options, () => pictureForModel(picture));
    return seen ? describe(seen, options) : recognisedText(picture, options);
  }

  async function recognisedText(picture: Picture, options: ReadOptions): Promise<ReadText> {
    const { filename } = picture;
    const { owner, signal } = options;
    const { timeoutMs } = documentLimits.recognition;
    // Tesseract has a thread of its own inside, whose processor time nobody counts.
    const by = { filename, owner, signal, timeoutMs, longestMs: timeoutMs };
    const images = picturesForRecognition(picture);
    const nextText = () =>
      inTurn(options, async () => {
        const { done, value: image } = await images.next();
        return done ? undefined : work<string>(threads, RECOGNITION_THREAD, image, by);
      });
    const texts: string[] = [];
    for (let text = await nextText(); text !== undefined; text = await nextText()) texts.push(text);
    return { text: texts.filter(each => each !== '').join('\n\n'), credits: 0 };
  }

  /** Images are large when they are unpacked: one after the other, and users in turn after each page. */
  async function inTurn<Result>({ owner, signal }: ReadOptions, act: () => Promise<Result>): Promise<Result> {
    const giveBack = await recognitions.acquire(owner, 1, signal);
    try {
      return await act();
    } finally {
      giveBack();
    }
  }

  async function transcribe(audio: ModelFile, { signal, pay }: ReadOptions): Promise<ReadText> {
    const model = models.transcription();
    if (!model) throw new UnreadableFile('Audio can not be read: no transcription model is configured');
    const credits = model.settings.credits.call;
    const act = async () => ({ result: await model.transcribe(audio, { signal }), credits });
    const text = await pay(credits, act).catch(asStepError);
    return { text: text.trim(), credits };
  }

  return {
    async read(file, options) {
      options.signal.throwIfAborted();
      const { text, credits } = await read(file, 0, options);
      if (text.length <= toolLimits.resultCharacters) return { text, credits };
      const limit = toolLimits.resultCharacters.toLocaleString('en');
      throw unreadable(file.attachment.filename, `its text has more than ${limit} characters`);
    },
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function asNote(error: unknown): ReadText {
  if (error instanceof UnreadableFile) return { text: `(${error.message})`, credits: 0 };
  throw error;
}
