/** The page of saved views of the list of orders, and its forms. */
import type { ViewsPage } from '../../web/views/console/index.ts';
import { hasProblems, listQuery, readList } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import {
  deleteView,
  findView,
  nameProblem,
  noteUse,
  readViewName,
  renameView,
  saveView,
  VIEW_NAME_CHARACTERS_MAX,
  VIEWS_OF_PERSON_MAX,
  type View,
  visibleViews,
} from '../views.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

export async function viewsPage(request: MerchantRequest, problem?: ViewsPage['problem']): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const merchant = place.merchant.id;
  const views = await visibleViews(dependencies, request);
  return {
    page: 'views',
    status: problem === undefined ? 200 : 422,
    data: {
      shell: shellOf(request, 'orders'),
      views: views.map((view) => ({
        ...viewLink(merchant, view),
        renameHref: view.isChangeable ? addressOf('renameView', merchant, view) : undefined,
        deleteHref: view.isChangeable ? addressOf('deleteView', merchant, view) : undefined,
      })),
      nameCharactersMax: VIEW_NAME_CHARACTERS_MAX,
      viewsMax: VIEWS_OF_PERSON_MAX,
      listHref: consoleAddress('orders', { merchant }),
      problem,
    },
  };
}

export function viewLink(merchant: string, view: View) {
  return { name: view.name, href: addressOf('view', merchant, view), isShared: view.stored.isShared };
}

function addressOf(name: 'deleteView' | 'renameView' | 'view', merchant: string, { stored: { key } }: View): string {
  return consoleAddress(name, { merchant, view: `${key}` });
}

const viewsAddress = ({ place }: MerchantRequest) => consoleAddress('views', { merchant: place.merchant.id });

/** Leads to the list. A view that is gone leads to the others. */
export async function viewPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters } = request;
  const view = await findView(dependencies, request, parameters.view ?? '');
  if (view === undefined) {
    return { redirect: viewsAddress(request) };
  }
  await noteUse(dependencies, view);
  const { merchant } = place;
  const query = listQuery(view.values, merchant, dependencies.sealer);
  return { redirect: consoleAddress('orders', { merchant: merchant.id }) + query };
}

/** The form has the query of the list's address, with its text sealed. */
export async function submitView(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, fields } = request;
  const name = readViewName(fields);
  const list = readList(new URLSearchParams(fields.get('list') ?? ''), place.merchant, dependencies.sealer);
  const problem = nameProblem(name) ?? (hasProblems(list.problems) ? 'LIST' : undefined);
  if (problem !== undefined) {
    return viewsPage(request, problem);
  }
  const isShared = fields.get('shared') === 'yes';
  const isSaved = await saveView(dependencies, request, { name, values: list.values, isShared });
  return isSaved ? { redirect: viewsAddress(request) } : viewsPage(request, 'MANY');
}

export async function submitViewName(request: MerchantRequest): Promise<ConsoleAnswer> {
  const name = readViewName(request.fields);
  const problem = nameProblem(name);
  if (problem !== undefined) {
    return viewsPage(request, problem);
  }
  return changeView(request, (view) => renameView(request.dependencies, request, view, name));
}

export function submitViewEnd(request: MerchantRequest): Promise<ConsoleAnswer> {
  return changeView(request, (view) => deleteView(request.dependencies, request, view));
}

/** A view that is gone, or another person's, is left as it is. */
async function changeView(request: MerchantRequest, change: (view: View) => Promise<void>): Promise<ConsoleAnswer> {
  const view = await findView(request.dependencies, request, request.parameters.view ?? '');
  if (view?.isChangeable) {
    await change(view);
  }
  return { redirect: viewsAddress(request) };
}
