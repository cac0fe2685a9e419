/** The used parts of these packages: one comes without types, the other's omit the endings of its files. */

declare module '@php-wasm/node-8-0' {
  export function getPHPLoaderModule(): Promise<object>;
}

declare module '@php-wasm/universal' {
  export function loadPHPRuntime(module: object): Promise<number>;

  export class PHP {
    constructor(runtime: number);
    writeFile(path: string, text: string): void;
    run(request: { readonly code: string }): Promise<{ readonly text: string }>;
    exit(): void;
  }
}
