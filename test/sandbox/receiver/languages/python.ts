/** CPython in WebAssembly, so that it also runs on a machine without Python. */
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { asJson, type Case, PASSED, verifierUrl } from './case.ts';

const PROGRAM = `
import base64, json, sys
sys.path.append("/home/pyodide")
from verify import verify

def said(case):
    try:
        verify(case["headers"], base64.b64decode(case["body"]), case["key"])
        return "${PASSED}"
    except ValueError as error:
        return str(error)

with open("/home/pyodide/cases.json", encoding="utf-8") as file:
    cases = json.load(file)
json.dumps([said(case) for case in cases])
`;

export async function runPython(cases: readonly Case[]): Promise<string[]> {
  const python = await loadPyodide();
  python.FS.writeFile('/home/pyodide/verify.py', readFileSync(verifierUrl('verify.py'), 'utf8'));
  python.FS.writeFile('/home/pyodide/cases.json', asJson(cases));
  return JSON.parse(python.runPython(PROGRAM)) as string[];
}
