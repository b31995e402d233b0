/** Reads files as text: documents, e-mails, images and audio. */
import { MEGABYTE } from '../configuration/limits.ts';
import { throwStepError } from '../nodes/model-failure.ts';
import type { Attachment, Pay } from '../nodes/step.ts';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import type { ModelFile, Models } from '../platform/models/model.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import { toTransferable } from '../tools/contract/tool-files.ts';
import { timeLimitMs, toolLimits } from '../tools/contract/tool-limits.ts';
import type { DocumentText, EmailAttachment } from './document-kind.ts';
import { documentKind } from './document-kind.ts';
import { documentLimits } from './document-limits.ts';
import type { DocumentInput } from './document-thread.ts';
import type { PdfPicturesInput } from './pdf-pictures-thread.ts';
import { type Picture, pictureForModel, picturesForRecognition } from './pictures.ts';
import { runDocumentThread } from './run-document-thread.ts';
import { notText, UnreadableFile, unreadable } from './unreadable-file.ts';

export interface DocumentReader {
  /** Throws a StepError when the file can not be read. */
  read(file: DocumentFile, options: ReadOptions): Promise<ReadText>;
}

interface DocumentFile {
  attachment: Pick<Attachment, 'filename' | 'content_type'>;
  /** Transferred to a thread: the caller can no longer use it. */
  content: Buffer;
}

export interface ReadOptions {
  /** The id of the user on whose behalf the file is read. Threads are shared fairly between users. */
  owner: string;
  signal: AbortSignal;
  pay: Pay;
}

export interface ReadText {
  text: string;
  credits: number;
}

export interface DocumentReaderOptions {
  threads: ThreadPool;
  models: Pick<Models, 'transcription'>;
  /** Reads an image with a vision model, if one is configured. Calls `pay` itself, and throws StepErrors. */
  describe?: (image: ModelFile, options: ReadOptions) => Promise<ReadText>;
}

const DOCUMENT_THREAD = new URL('./document-thread.ts', import.meta.url);
const PICTURES_THREAD = new URL('./pdf-pictures-thread.ts', import.meta.url);
const RECOGNITION_THREAD = new URL('./recognition-thread.ts', import.meta.url);

export class ThreadedReader implements DocumentReader {
  readonly #options: DocumentReaderOptions;
  readonly #recognitions = createSemaphore({ total: documentLimits.recognition.atOnce });

  constructor(options: DocumentReaderOptions) {
    this.#options = options;
  }

  async read(file: DocumentFile, options: ReadOptions): Promise<ReadText> {
    options.signal.throwIfAborted();
    const { text, credits } = await this.#readAtDepth(file, 0, options);
    if (text.length <= toolLimits.resultCharacters) return { text, credits };
    const limit = toolLimits.resultCharacters.toLocaleString('en');
    throw unreadable(file.attachment.filename, `its text has more than ${limit} characters`);
  }

  async #readAtDepth({ attachment, content }: DocumentFile, depth: number, options: ReadOptions): Promise<ReadText> {
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
        return this.#transcribe({ filename, contentType: found.contentType, content }, options);
      case 'image':
        return this.#imageText({ filename, contentType: found.contentType, content }, options);
      case 'document':
        return this.#documentText(filename, { content: toTransferable(content), format: found.format }, depth, options);
    }
  }

  async #documentText(filename: string, input: DocumentInput, depth: number, options: ReadOptions): Promise<ReadText> {
    const { owner, signal } = options;
    // A PDF without text is needed a second time.
    const transfer = input.format === 'pdf' ? [] : [input.content];
    const timeoutMs = timeLimitMs(documentLimits.time, input.content.byteLength);
    const by = { filename, owner, signal, timeoutMs, transfer };
    const read = await runDocumentThread<DocumentText>(this.#options.threads, DOCUMENT_THREAD, input, by);
    const { text, attachments = [], picturePages } = read;
    if (picturePages !== undefined) return this.#recogniseScan(filename, input.content, picturePages, options);
    return depth === 0 ? this.#readAttachments(text, attachments, options) : { text, credits: 0 };
  }

  /** Adds each attachment under its name, or the reason why it can not be read. */
  async #readAttachments(
    text: string,
    attachments: readonly EmailAttachment[],
    options: ReadOptions,
  ): Promise<ReadText> {
    const texts = [text];
    let credits = 0;
    let characters = text.length;
    for (const { filename, contentType, content } of attachments.slice(0, documentLimits.emailAttachments)) {
      const file = { attachment: { filename, content_type: contentType }, content: toBuffer(content) };
      const each = await this.#readAtDepth(file, 1, options).catch(toNote);
      texts.push(`--- ${filename} ---\n${each.text}`);
      credits += each.credits;
      characters += each.text.length;
      // The text is already too long and will be rejected, so there is no need to read more.
      if (characters > toolLimits.resultCharacters) break;
    }
    return { text: texts.join('\n\n'), credits };
  }

  /** Reads a PDF whose pages are pictures. */
  async #recogniseScan(
    filename: string,
    content: Uint8Array<ArrayBuffer>,
    pages: number,
    options: ReadOptions,
  ): Promise<ReadText> {
    const { threads } = this.#options;
    const { pages: mostPages, pagesAtOnce, pictures: mostPictures } = documentLimits.recognition;
    if (pages > mostPages) throw unreadable(filename, `it has no text but more than ${mostPages} pages of pictures`);
    const texts: string[] = [];
    let credits = 0;
    for (let firstPage = 1; firstPage <= pages; firstPage += pagesAtOnce) {
      const input: PdfPicturesInput = { content, firstPage, lastPage: Math.min(pages, firstPage + pagesAtOnce - 1) };
      const { owner, signal } = options;
      const from = { filename, owner, signal, timeoutMs: timeLimitMs(documentLimits.time, content.byteLength) };
      const pictures = await runDocumentThread<Uint8Array<ArrayBuffer>[]>(threads, PICTURES_THREAD, input, from);
      if (texts.length + pictures.length > mostPictures) {
        throw unreadable(filename, `it has no text but more than ${mostPictures} pictures`);
      }
      for (const picture of pictures) {
        const image = { filename, contentType: 'image/png', content: toBuffer(picture) };
        const each = await this.#imageText(image, options);
        texts.push(each.text);
        credits += each.credits;
      }
    }
    const text = texts.filter(each => each !== '').join('\n\n');
    if (text === '') throw unreadable(filename, 'it has no text');
    return { text, credits };
  }

  async #imageText(picture: Picture, options: ReadOptions): Promise<ReadText> {
    const { describe } = this.#options;
    if (!describe) return this.#recognisedText(picture, options);
    const seen = await this.#withRecognitionSlot(options, () => pictureForModel(picture));
    return seen ? describe(seen, options) : this.#recognisedText(picture, options);
  }

  async #recognisedText(picture: Picture, options: ReadOptions): Promise<ReadText> {
    const { filename } = picture;
    const { owner, signal } = options;
    const { timeoutMs } = documentLimits.recognition;
    // Tesseract starts its own thread, whose processor time is not counted.
    const by = { filename, owner, signal, timeoutMs, wallTimeoutMs: timeoutMs };
    const images = picturesForRecognition(picture);
    const nextText = () =>
      this.#withRecognitionSlot(options, async () => {
        const { done, value: image } = await images.next();
        return done ? undefined : runDocumentThread<string>(this.#options.threads, RECOGNITION_THREAD, image, by);
      });
    const texts: string[] = [];
    for (let text = await nextText(); text !== undefined; text = await nextText()) texts.push(text);
    return { text: texts.filter(each => each !== '').join('\n\n'), credits: 0 };
  }

  /** Unpacked images are large, so they are processed one at a time. After each page, another user may be next. */
  async #withRecognitionSlot<Result>({ owner, signal }: ReadOptions, act: () => Promise<Result>): Promise<Result> {
    const release = await this.#recognitions.acquire(owner, 1, signal);
    try {
      return await act();
    } finally {
      release();
    }
  }

  async #transcribe(audio: ModelFile, { signal, pay }: ReadOptions): Promise<ReadText> {
    const model = this.#options.models.transcription();
    if (!model) throw new UnreadableFile('Audio can not be read: no transcription model is configured');
    const credits = model.settings.credits.call;
    const act = async () => ({ result: await model.transcribe(audio, { signal }), credits });
    const text = await pay(credits, act).catch(throwStepError);
    return { text: text.trim(), credits };
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function toNote(error: unknown): ReadText {
  if (error instanceof UnreadableFile) return { text: `(${error.message})`, credits: 0 };
  throw error;
}
