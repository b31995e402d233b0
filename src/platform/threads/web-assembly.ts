/** The part of WebAssembly that the service uses. TypeScript has these types only together with those of browsers. */
declare global {
  namespace WebAssembly {
    type Bytes = ArrayBufferView<ArrayBuffer> | ArrayBuffer;
    type Imports = Record<string, Record<string, unknown>>;

    class Module {
      constructor(bytes: Bytes);
    }
    class Instance {
      readonly exports: Record<string, unknown>;
      constructor(module: Module, imports?: Imports);
    }
    class Memory {
      readonly buffer: ArrayBuffer;
      constructor(descriptor: MemoryDescriptor);
      grow(pages: number): number;
    }
    interface MemoryDescriptor {
      initial: number;
      maximum?: number;
      shared?: boolean;
    }
    function compile(bytes: Bytes): Promise<Module>;
    function instantiate(bytes: Bytes, imports?: Imports): Promise<{ module: Module; instance: Instance }>;
    function instantiate(module: Module, imports?: Imports): Promise<Instance>;
  }
}

export {};
