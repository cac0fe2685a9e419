/** A directory server's answer to a 3DS Server: PRes to PReq, ARes to AReq, or Erro. */
import { authenticate } from '../acs/authenticate.ts';
import { newId } from '../ids.ts';
import { AREQ } from '../messages/areq.ts';
import { type ErrorCode, erroOf, type MessageError } from '../messages/erro.ts';
import { knownPart, type Message, VERSIONS } from '../messages/table.ts';
import { THREE_DS_PREFIX } from '../prefix.ts';
import type { MessageRoute } from '../records.ts';
import type { ThreeDSWork } from '../work.ts';
import { type CardRange, rangeOf } from './card-ranges.ts';
import { methodDoubt } from './conduct.ts';
import type { Scheme } from './schemes.ts';
import { currentSerial, delta, type RangeChange, rangesAt } from './serials.ts';

const DS_REFERENCE_NUMBER = 'TURNPIKE_SANDBOX_DS_020200';
export const METHOD_PATH = `${THREE_DS_PREFIX}/acs/method`;
export const ENDLESS_METHOD_PATH = `${METHOD_PATH}/endless`;

/** Codes for special purposes, and country codes that ISO reserves for users: the standard excludes both. */
const NO_CURRENCY = /^(?:95[5-9]|96[0-4]|999)$/;
const NO_COUNTRY = /^9(?:0[1-9]|[1-9]\d)$/;
const NO_MERCHANT_CATEGORY = '0000';

/** @returns undefined for an Erro of the 3DS Server, which gets no answer */
export function answerMessage(work: ThreeDSWork, scheme: Scheme, text: string): Message | undefined {
  const { records, now } = work;
  const here: MessageRoute = { from: '3DS Server', to: 'directory server', scheme: scheme.id };
  const { message, fault } = records.take(text, ['PReq', 'AReq', 'Erro'], here, now);
  if (fault !== undefined) {
    return erro(work, scheme, message, fault);
  }
  if (message.messageType === 'Erro') {
    return undefined;
  }
  return message.messageType === 'PReq'
    ? answerPReq(work, scheme, message)
    : answerAReq(work, scheme, knownPart(AREQ, message));
}

/** An Erro instead of an answer. */
export function erro({ records, now }: ThreeDSWork, { id }: Scheme, about: Message, fault: MessageError): Message {
  const way: MessageRoute = { from: 'directory server', to: '3DS Server', scheme: id };
  return records.send('Erro', erroOf('D', fault, about), way, now);
}

function refuseMessage(work: ThreeDSWork, scheme: Scheme, message: Message, code: ErrorCode, detail: string): Message {
  work.records.refuse(message, `${code}: ${detail}`);
  return erro(work, scheme, message, { code, detail });
}

function answerPReq(work: ThreeDSWork, scheme: Scheme, preq: Message): Message {
  const { ledger, records, now } = work;
  const serial = currentSerial(ledger, scheme);
  const known = preq.serialNum === undefined ? 0 : Number(preq.serialNum);
  if (preq.serialNum !== undefined && !(known >= 1 && known <= serial && Number.isInteger(known))) {
    return refuseMessage(work, scheme, preq, '307', 'serialNum');
  }
  const isOld = preq.messageVersion === '2.1.0';
  const changes = delta(ledger, scheme, known, serial).flatMap((one) => writeRangeChange(one, work.bases.pages, isOld));
  const pres = {
    messageType: 'PRes',
    messageVersion: preq.messageVersion,
    threeDSServerTransID: preq.threeDSServerTransID,
    dsTransID: newId(),
    dsStartProtocolVersion: VERSIONS[0],
    dsEndProtocolVersion: VERSIONS.at(-1),
    serialNum: `${serial}`,
    cardRangeData: changes.length > 0 ? changes : undefined,
  };
  return records.send('PRes', pres, { from: 'directory server', to: '3DS Server', scheme: scheme.id }, now);
}

/** A change in the form of a PRes. Version 2.1.0 has no modification, so the range is deleted and added. */
function writeRangeChange({ action, range }: RangeChange, pages: string, isOld: boolean): Message[] {
  if (isOld && action === 'M') {
    return [
      ...writeRangeChange({ action: 'D', range }, pages, true),
      ...writeRangeChange({ action: 'A', range }, pages, true),
    ];
  }
  const { method, acsInfoInd, ...bare } = range;
  const path = { ENDS: METHOD_PATH, NEVER_ENDS: ENDLESS_METHOD_PATH, NONE: undefined }[method];
  return [
    {
      ...bare,
      dsStartProtocolVersion: VERSIONS[0],
      dsEndProtocolVersion: VERSIONS.at(-1),
      actionInd: action,
      threeDSMethodURL: path === undefined ? undefined : pages + path,
      acsInfoInd: isOld ? undefined : acsInfoInd,
    },
  ];
}

function answerAReq(work: ThreeDSWork, scheme: Scheme, areq: Message): Message {
  const { ledger, records, bases, now } = work;
  const wrong = wrongIn(work, scheme, areq);
  if (wrong !== undefined) {
    return refuseMessage(work, scheme, areq, ...wrong);
  }
  const doubt = methodDoubt(work, areq, rangeOfCard(ledger, scheme, areq) as CardRange);
  if (doubt !== undefined) {
    records.doubt(areq, doubt);
  }
  const { threeDSServerURL, ...asked } = areq;
  const { deviceChannel, messageCategory } = areq;
  const context = { deviceChannel, messageCategory };
  const toAcs: MessageRoute = { from: 'directory server', to: 'ACS', scheme: scheme.id };
  const routed = records.send(
    'AReqToAcs',
    {
      ...asked,
      dsReferenceNumber: DS_REFERENCE_NUMBER,
      dsTransID: newId(),
      dsURL: `${bases.api}/${scheme.id}`,
    },
    toAcs,
    now,
  );
  const answered = authenticate(work, JSON.stringify(routed), scheme);
  const back: MessageRoute = { from: 'ACS', to: 'directory server', scheme: scheme.id };
  const { message, fault } = records.take(answered, ['ARes', 'Erro'], back, now, context);
  if (fault !== undefined || message.messageType === 'Erro') {
    return erro(work, scheme, areq, { code: '404', detail: fault?.detail ?? String(message.errorDetail) });
  }
  const row = ledger.transactions.find({ id: String(routed.dsTransID) });
  if (row !== undefined && threeDSServerURL !== undefined) {
    ledger.transactions.change(row, { result_url: String(threeDSServerURL) });
  }
  return records.send('ARes', message, { from: 'directory server', to: '3DS Server', scheme: scheme.id }, now, context);
}

/** Checks the contents of a well-formed AReq. */
function wrongIn({ ledger }: ThreeDSWork, scheme: Scheme, areq: Message): [ErrorCode, string] | undefined {
  const iso = [
    NO_CURRENCY.test(String(areq.purchaseCurrency)) && 'purchaseCurrency',
    NO_COUNTRY.test(String(areq.merchantCountryCode)) && 'merchantCountryCode',
  ].filter((name) => name !== false);
  if (iso.length > 0) {
    return ['304', iso.join(',')];
  }
  if (areq.mcc === NO_MERCHANT_CATEGORY) {
    return ['306', 'mcc'];
  }
  if (ledger.transactions.find({ three_ds_server_trans_id: String(areq.threeDSServerTransID) }) !== undefined) {
    return ['305', 'threeDSServerTransID'];
  }
  const range = rangeOfCard(ledger, scheme, areq);
  if (range === undefined) {
    return ['305', 'acctNumber'];
  }
  const versions: readonly string[] = versionsOf(range);
  return versions.includes(String(areq.messageVersion)) ? undefined : ['102', versions.join(',')];
}

function rangeOfCard(ledger: ThreeDSWork['ledger'], scheme: Scheme, { acctNumber }: Message): CardRange | undefined {
  return rangeOf([...rangesAt(ledger, scheme, currentSerial(ledger, scheme)).values()], String(acctNumber));
}

/** Versions that both the card's ACS and the directory server support. */
function versionsOf({ acsStartProtocolVersion: first, acsEndProtocolVersion: last }: CardRange): string[] {
  return VERSIONS.filter((one) => first <= one && one <= last);
}
