/**
 * The inputs for e-mail and addresses, or the known values as text. Their only script is the validation of
 * `detail-sentence.ts`.
 */
import { SAME_AS_DELIVERY } from '../../views/index.ts';
import { alertRole, type SoleError } from '../form/Field.tsx';
import { countriesIn } from './countries.ts';
import type { DetailBox, ReadableGroup } from './readable-details.ts';

/** Texts common to all inputs. */
export interface DetailText {
  readonly locale: string;
  readonly optional: string;
  readonly choose: string;
  readonly soleError: SoleError;
}

export function Details({ groups, ...text }: DetailText & { readonly groups: readonly ReadableGroup[] }) {
  return (
    <>
      {groups.map((group) =>
        group.isAsked ? (
          <DetailGroup key={group.heading} group={group} {...text} />
        ) : (
          <dl key={group.heading} class="known">
            <dt>{group.heading}</dt>
            <dd>{group.lines.map((line) => [<bdi key={line}>{line}</bdi>, ' '])}</dd>
          </dl>
        ),
      )}
    </>
  );
}

function DetailGroup({ group, ...text }: DetailText & { readonly group: ReadableGroup }) {
  const { same } = group;
  const boxes = group.boxes.map((box) => <Box key={box.id} box={box} isNative={same === undefined} {...text} />);
  if (group.isAlone) {
    return boxes;
  }
  return (
    <fieldset class="detail-group" data-of={group.saidOf}>
      <legend>{group.heading}</legend>
      {same === undefined ? null : (
        <label class="same" for={same.id}>
          <input type="checkbox" id={same.id} name={SAME_AS_DELIVERY} checked={same.isTicked} autocomplete="off" />
          {same.label}
        </label>
      )}
      {boxes}
    </fieldset>
  );
}

interface BoxProps extends DetailText {
  readonly box: DetailBox;
  /** Whether the browser itself checks that the input is filled. False if the input may be hidden. */
  readonly isNative: boolean;
}

function Box({ box, isNative, locale, optional, choose, soleError }: BoxProps) {
  const { id, part, error, isRequired } = box;
  const shared = {
    id,
    name: box.name,
    autocomplete: box.autocomplete,
    'aria-describedby': `${id}-error`,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    autofocus: error !== undefined && soleError === 'focus',
    'data-missing': box.missing,
    'data-invalid': box.invalid,
    required: isRequired && isNative && part !== 'postcodeZip',
    'aria-required': isRequired && !isNative && part !== 'postcodeZip' ? ('true' as const) : undefined,
  };
  return (
    <div class={`field ${part}`}>
      <label for={id}>
        {box.label}
        {isRequired ? null : <span class="optional"> ({optional})</span>}
      </label>
      <span class="box">
        {part === 'country' ? (
          <select {...shared}>
            <option value="">{choose}</option>
            {countriesIn(locale).map(({ code, name, hasPostcodes }) => (
              <option
                key={code}
                value={code}
                selected={code === box.value}
                data-codeless={hasPostcodes ? undefined : ''}
              >
                {name}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            type={part === 'email' ? 'email' : 'text'}
            dir={part === 'email' || part === 'postcodeZip' ? 'ltr' : 'auto'}
            value={box.value ?? ''}
            maxlength={box.max}
            // Browsers do not know which countries have no post codes; the script and the server do.
            data-country={isRequired && part === 'postcodeZip' ? id.replace(/postcodeZip$/, 'country') : undefined}
            spellcheck={false}
            autocapitalize={CAPITALS[part] ?? 'words'}
          />
        )}
      </span>
      <p class="error" id={`${id}-error`} role={error === undefined ? undefined : alertRole(soleError)}>
        {error}
      </p>
    </div>
  );
}

const CAPITALS: Partial<Record<DetailBox['part'], 'characters' | 'off'>> = { email: 'off', postcodeZip: 'characters' };
