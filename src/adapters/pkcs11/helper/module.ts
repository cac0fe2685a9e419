/** Loads the required functions of a PKCS#11 module from its shared library. */
import type { AddressOf } from './memory.ts';
import { TokenError } from './return-values.ts';

const RETURN = 'uint64';
const ULONG = 'uint64';

const SIGNATURES = {
  C_Initialize: { return: RETURN, arguments: ['pointer'] },
  C_Finalize: { return: RETURN, arguments: ['pointer'] },
  C_GetSlotList: { return: RETURN, arguments: ['uint8', 'buffer', 'buffer'] },
  C_GetTokenInfo: { return: RETURN, arguments: [ULONG, 'buffer'] },
  C_OpenSession: { return: RETURN, arguments: [ULONG, ULONG, 'pointer', 'pointer', 'buffer'] },
  C_Login: { return: RETURN, arguments: [ULONG, ULONG, 'buffer', ULONG] },
  C_FindObjectsInit: { return: RETURN, arguments: [ULONG, 'buffer', ULONG] },
  C_FindObjects: { return: RETURN, arguments: [ULONG, 'buffer', ULONG, 'buffer'] },
  C_FindObjectsFinal: { return: RETURN, arguments: [ULONG] },
  C_GetAttributeValue: { return: RETURN, arguments: [ULONG, ULONG, 'buffer', ULONG] },
  C_EncryptInit: { return: RETURN, arguments: [ULONG, 'buffer', ULONG] },
  C_Encrypt: { return: RETURN, arguments: [ULONG, 'buffer', ULONG, 'buffer', 'buffer'] },
  C_DecryptInit: { return: RETURN, arguments: [ULONG, 'buffer', ULONG] },
  C_Decrypt: { return: RETURN, arguments: [ULONG, 'buffer', ULONG, 'buffer', 'buffer'] },
} as const;

const PR_SET_DUMPABLE = 4;
const PRCTL = { prctl: { return: 'int32', arguments: ['int32', ULONG, ULONG, ULONG, ULONG] } } as const;

type Function_ = (...args: readonly (Buffer | bigint | number | null)[]) => bigint;

export interface Module {
  readonly functions: Readonly<Record<keyof typeof SIGNATURES, Function_>>;
  readonly addressOf: AddressOf;
}

/** @throws TokenError if this Node cannot load libraries, or the file is not a PKCS#11 module */
export async function loadModule(path: string): Promise<Module> {
  if (process.platform === 'win32') {
    throw problem('a token cannot be used on Windows');
  }
  const ffi = await import('node:ffi').catch(() => undefined);
  if (ffi === undefined) {
    throw problem(`Node ${process.version} cannot load a module: Turnpike's own Node can`);
  }
  try {
    if (process.platform === 'linux') {
      // Disables core dumps: the library may crash, and an image of this process's memory would contain the PIN and
      // data keys.
      ffi.dlopen(null, PRCTL).functions.prctl(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n);
    }
    const { functions } = ffi.dlopen(path, SIGNATURES);
    return { functions: functions as unknown as Module['functions'], addressOf: (buffer) => ffi.getRawPointer(buffer) };
  } catch (error) {
    throw problem(`its module does not load: ${(error as Error).message}`);
  }
}

function problem(text: string): TokenError {
  return new TokenError({ kind: 'AWAY', text });
}
