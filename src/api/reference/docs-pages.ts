/** Makes the data of each page of the reference, which the views only render. */

import { MERCHANT_PATH } from '../../contract/calls.ts';
import { CAUSES, type Remedy, VALIDATION } from '../../contract/errors/causes.ts';
import { STATUSES } from '../../contract/errors/statuses.ts';
import { VERSION_MAX, VERSION_MIN } from '../../contract/field.ts';
import { PATH_PARAMETERS } from '../../contract/fields/path.ts';
import { interfaceErrorBody, invalidFields } from '../../contract/interface-error.ts';
import type { Operation } from '../../contract/operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type {
  CallView,
  ChangesPage,
  ContentsPage,
  ErrorsPage,
  ExampleView,
  FieldRow,
  GuideHit,
  GuidesPage,
  OperationEntry,
  OperationPage,
  PageLink,
  SearchPage,
} from '../../web/views/docs/index.ts';
import { curlCommand, shellSettings } from './curl.ts';
import { differences, history } from './differences.ts';
import {
  CALLERS,
  chapters,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  documentedName,
} from './documented-operations.ts';
import { CAUSE_LINKS, linksOfCode, VALIDATION_LINKS } from './error-links.ts';
import { newestVersionOf, SANDBOX_MERCHANT } from './example-run.ts';
import { EXAMPLES, type ExampleCall } from './examples.ts';
import { EXPLANATIONS } from './explanations.ts';
import { CODE_REMEDIES } from './gateway-code-remedies.ts';
import { jsonText } from './json-text.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { answerRows, requestRows, rowsOf } from './reference.ts';
import { QUESTION_CHARACTERS_MAX, search } from './search.ts';
import { sectionsOf } from './sections.ts';

export { openGuides } from './built-guides.ts';
export { guideHits, guidePage, guidesPage } from './guide-pages.ts';
export { documentedName };

const VERSIONS = { first: VERSION_MIN, newest: VERSION_MAX };

/**
 * @param origin the gateway's origin, for commands to paste
 * @param guides the guides by chapter
 */
export function contentsPage(origin: string, { chapters: guides }: GuidesPage): ContentsPage {
  return {
    chapters: chapters().map((chapter) => ({ ...chapter, operations: chapter.operations.map(entryOf) })),
    versions: VERSIONS,
    origin,
    start: guides[0],
  };
}

function entryOf(name: DocumentedOperation): OperationEntry {
  const { title, doc, method, path }: Operation = OPERATIONS[name];
  return { name, title, doc, method, path };
}

export function operationPage(name: DocumentedOperation, origin: string): OperationPage {
  const { path, status, access = 'MERCHANT', query, otherAnswers = [] }: Operation = OPERATIONS[name];
  const request = requestRows(name);
  const address = MERCHANT_PATH + path;
  return {
    ...entryOf(name),
    address,
    callers: CALLERS[access],
    status,
    otherAnswers: otherAnswers.map(({ status: other, doc }) => ({ status: other, doc })),
    parameters: [...parametersOf(address), ...(query ? rowsOf(query, { side: 'request' }) : [])],
    needed: request.filter(({ presence }) => presence === 'REQUIRED' || presence === 'SOURCED'),
    request: sectionsOf('request', request),
    answer: sectionsOf('answer', answerRows(name)),
    example: exampleOf(name, origin),
  };
}

function parametersOf(address: string): FieldRow[] {
  const rows = rowsOf(PATH_PARAMETERS, { side: 'request' });
  return rows
    .filter(({ path }) => address.includes(`{${path}}`))
    .sort((a, b) => address.indexOf(`{${a.path}}`) - address.indexOf(`{${b.path}}`))
    .map((row) => ({ ...row, presence: 'REQUIRED' }));
}

/** @throws Error if no answer is recorded, which a test prevents */
function exampleOf(name: DocumentedOperation, origin: string): ExampleView {
  const { before, call, merchant } = EXAMPLES[name];
  const recorded = recordedAnswers()[name];
  if (recorded === undefined) {
    throw new Error(`No answer is recorded for ${name}: run npm run reference.`);
  }
  const { id = SANDBOX_MERCHANT, name: _name, ...profile } = merchant ?? {};
  return {
    settings: shellSettings(origin, id, newestVersionOf(call.operation)),
    before: before.map(callView),
    call: callView(call),
    status: recorded.status,
    answer: jsonText(recorded.answer),
    profile: merchant && jsonText(profile),
  };
}

/** Fields of an answer that later calls use. */
const VARIABLES: Readonly<Partial<Record<DocumentedOperation, CallView['keep']>>> = {
  CREATE_LINK: { variable: 'LINK', field: 'link.id' },
  CREATE_SESSION: { variable: 'SESSION', field: 'session.id' },
  CREATE_TOKEN: { variable: 'TOKEN', field: 'token' },
  RETRIEVE_NOTIFICATIONS: { variable: 'NOTIFICATION', field: 'notification[0].id' },
};

function callView(call: ExampleCall): CallView {
  const keep = VARIABLES[call.operation];
  const isPosted = call.operation === 'CHECK_3DS_ENROLLMENT';
  return {
    title: OPERATIONS[call.operation].title,
    command: curlCommand(call),
    keep,
    isPosted: call.sendsPayer && isPosted ? true : undefined,
    visit: call.sendsPayer && !isPosted ? 'browserPayment.redirectUrl' : undefined,
  };
}

/** @param guides the sections of guides with the same words */
export function searchPage(question: string, guides: readonly GuideHit[]): SearchPage {
  const query = question.slice(0, QUESTION_CHARACTERS_MAX);
  const found = search(query);
  return { question: query, found: { ...found, operations: found.operations.map(entryOf), guides } };
}

export function errorsPage(): ErrorsPage {
  const linked = <Name extends string>(
    remedies: Readonly<Record<Name, Remedy>>,
    links: Readonly<Record<Name, readonly PageLink[]>>,
  ) =>
    (Object.keys(remedies) as Name[]).map((name) => {
      const { meaning, mend } = remedies[name];
      return { name, meaning, mend, links: links[name] };
    });
  const refused = invalidFields([
    { field: 'order.currency', validationType: 'INVALID', explanation: 'exactly 3 characters: A-Z' },
  ]);
  return {
    causes: linked(CAUSES, CAUSE_LINKS),
    validationTypes: linked(VALIDATION, VALIDATION_LINKS),
    statuses: STATUSES,
    explanations: EXPLANATIONS,
    codes: CODE_REMEDIES.map((remedy) => ({ ...remedy, links: linksOfCode(remedy.code) })),
    body: jsonText(interfaceErrorBody(refused, '5d1c9e0a7b42')),
  };
}

export interface ChangesQuery {
  readonly operation?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function changesPage({ operation, from, to }: ChangesQuery): ChangesPage {
  const asked = { operation: operation ?? '', from: from ?? '', to: to ?? VERSION_MAX.toString() };
  const page = { operations: DOCUMENTED_OPERATIONS, versions: VERSIONS, asked } as const;
  if (operation === undefined && from === undefined && to === undefined) {
    return { ...page, history: history() };
  }
  const name = documentedName(asked.operation);
  if (name === undefined) {
    return { ...page, problem: 'Choose one of the operations.' };
  }
  const [older, newer] = [versionOf(asked.from), versionOf(asked.to)];
  if (older === undefined || newer === undefined) {
    return { ...page, problem: `Versions are whole numbers from ${VERSION_MIN} to ${VERSION_MAX}.` };
  }
  return {
    ...page,
    comparison: { operation: name, from: older, to: newer, differences: differences(name, older, newer) },
  };
}

function versionOf(text: string): number | undefined {
  const version = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return version >= VERSION_MIN && version <= VERSION_MAX ? version : undefined;
}
