import type { Text } from '../../text/translation.ts';
import type { PayPage } from '../../views/index.ts';
import { Details } from '../details/Details.tsx';
import { readableDetails } from '../details/readable-details.ts';
import type { PayFormModel } from './model.ts';
import { PayForm } from './PayForm.tsx';

interface ServedPayFormProps {
  readonly model: PayFormModel;
  readonly page: PayPage;
  readonly text: Text;
}

/** The form as the server sends it: with the boxes that the browser's script leaves as they are. */
export function ServedPayForm({ model, page, text }: ServedPayFormProps) {
  const words = { locale: page.locale, optional: text.form.optional, choose: text.details.choose };
  const boxes = Object.fromEntries(
    page.methods.map((method) => [
      method,
      <Details key={method} groups={readableDetails(page, text, method)} {...words} />,
    ]),
  );
  return <PayForm model={{ ...model, boxes }} />;
}
