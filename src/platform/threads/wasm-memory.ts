/**
 * Bounds the memory of WebAssembly in a thread, and counts it.
 *
 * V8 counts the memory of WebAssembly neither as heap nor as external memory, and nobody can look at it from outside
 * while the thread computes. So every memory gets a maximum when it is created: a module with a memory of its own is
 * given one in its binary, because only that binds the code in it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A module in its binary form. */
type Bytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
/** The magic number and the version. */
const HEADER_BYTES = 8;

/**
 * How many memories are kept before they are collected: collecting takes some milliseconds, and few of them hold
 * little.
 */
const UNCOLLECTED = 40;

/** Every memory that is created from now on can grow to this size at most. Returns what counts those in use. */
export function boundWasmMemory(limitBytes: number): () => number {
  const { Memory, Module, Instance, compile, instantiate } = WebAssembly;
  const pages = Math.floor(limitBytes / PAGE_BYTES);
  /** The memories of this thread that are not collected yet. */
  const memories = new Set<WeakRef<WebAssembly.Memory>>();
  let collect: (() => void) | undefined;

  function remember(instance: WebAssembly.Instance): WebAssembly.Instance {
    for (const value of Object.values(instance.exports)) {
      if (value instanceof Memory) memories.add(new WeakRef(value));
    }
    return instance;
  }

  function bindMemory(descriptor: WebAssembly.MemoryDescriptor): WebAssembly.Memory {
    const memory = new Memory({ ...descriptor, maximum: Math.min(descriptor.maximum ?? pages, pages) });
    memories.add(new WeakRef(memory));
    return memory;
  }

  async function instantiateBound(source: Bytes | WebAssembly.Module, imports?: WebAssembly.Imports) {
    if (source instanceof Module) return remember(await instantiate(source, imports));
    const module = await compile(withMaximum(source, limitBytes));
    return { module, instance: remember(await instantiate(module, imports)) };
  }
  // With a proxy, `instanceof` means the same as before.
  Object.assign(WebAssembly, {
    Memory: new Proxy(Memory, { construct: (_, [descriptor]) => bindMemory(descriptor) }),
    Module: new Proxy(Module, { construct: (_, [bytes]) => new Module(withMaximum(bytes, limitBytes)) }),
    Instance: new Proxy(Instance, {
      construct: (_, [module, imports]) => remember(new Instance(module, imports)),
    }),
    compile: (bytes: Bytes) => compile(withMaximum(bytes, limitBytes)),
    instantiate: instantiateBound,
  });

  return () => {
    // Nothing else makes V8 collect them, because it does not know how much they hold.
    if (memories.size > UNCOLLECTED) {
      collect ??= createCollector();
      collect();
    }
    let usedBytes = 0;
    for (const reference of memories) {
      const memory = reference.deref();
      if (memory) usedBytes += memory.buffer.byteLength;
      else memories.delete(reference);
    }
    return usedBytes;
  };
}

/** V8 gives the function that collects garbage to contexts that are created while the flag is set. */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => (typeof collect === 'function' ? collect() : undefined);
}

/** Gives the memory of a module a maximum, unless it has a lower one already. */
export function withMaximum(bytes: Bytes, limitBytes: number): Uint8Array<ArrayBuffer> {
  const module = toUint8Array(bytes);
  const limitPages = Math.floor(limitBytes / PAGE_BYTES);
  for (let offset = HEADER_BYTES; offset < module.length; ) {
    const start = offset;
    const id = module[offset];
    const size = readNumber(module, offset + 1);
    const end = size.end + size.value;
    if (id !== MEMORY_SECTION) {
      offset = end;
      continue;
    }
    const section = boundSection(module.subarray(size.end, end), limitPages);
    const header = [MEMORY_SECTION, ...printNumber(section.length)];
    return new Uint8Array(
      Buffer.concat([module.subarray(0, start), Buffer.from([...header, ...section]), module.subarray(end)]),
    );
  }
  return module;
}

/** A memory is described by flags, its initial pages, and its most pages if the lowest flag is set. */
function boundSection(section: Uint8Array, limitPages: number): number[] {
  const count = readNumber(section, 0);
  const bound = printNumber(count.value);
  for (let index = 0, offset = count.end; index < count.value; index++) {
    const flags = readNumber(section, offset);
    const initial = readNumber(section, flags.end);
    const hasMost = flags.value % 2 === 1;
    const most = hasMost ? readNumber(section, initial.end) : { value: limitPages, end: initial.end };
    const mostPages = Math.max(initial.value, Math.min(most.value, limitPages));
    bound.push(...printNumber(hasMost ? flags.value : flags.value + 1));
    bound.push(...printNumber(initial.value), ...printNumber(mostPages));
    offset = most.end;
  }
  return bound;
}

/** Reads a number of variable length: each byte has seven bits, and the eighth says whether more follow. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let offset = start, factor = 1; ; offset++, factor *= 128) {
    const byte = bytes[offset] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end: offset + 1 };
  }
}

function printNumber(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...printNumber(Math.floor(value / 128))];
}

function toUint8Array(bytes: Bytes): Uint8Array<ArrayBuffer> {
  return bytes instanceof ArrayBuffer
    ? new Uint8Array(bytes)
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
