/** Serialises JSON that was read exactly, so that the content of extensions is passed on unchanged. */
import { JsonNumber, type JsonValue } from '../../../contract/json.ts';

export function exactText(value: JsonValue): string {
  if (value instanceof JsonNumber) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map(exactText).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${exactText(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
