/** The thread of Tesseract, with a bound on its memory: a picture can not make it take more. */
import { createRequire } from 'node:module';
import { MEGABYTE } from '../configuration/limits.ts';
import { boundWasmMemory } from '../platform/threads/wasm-memory.ts';
import { documentLimits } from './document-limits.ts';

boundWasmMemory(documentLimits.recognition.memoryMb * MEGABYTE);
createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js');
