/** Statements over the facts of an installation. */
import { type Placeholder, statement } from '../engine/statement.ts';

export const selectFact = statement((db, p: Placeholder<{ name: string }>) =>
  db.selectFrom('installation').select('value').where('name', '=', p('name')),
);

export const putFact = statement((db, p: Placeholder<{ name: string; value: string }>) =>
  db
    .insertInto('installation')
    .values({ name: p('name'), value: p('value') })
    .onConflict((c) => c.column('name').doUpdateSet({ value: p('value') })),
);

export const deleteFact = statement((db, p: Placeholder<{ name: string }>) =>
  db.deleteFrom('installation').where('name', '=', p('name')),
);

export const insertFact = statement((db, p: Placeholder<{ name: string; value: string }>) =>
  db
    .insertInto('installation')
    .values({ name: p('name'), value: p('value') })
    .onConflict((c) => c.column('name').doNothing()),
);
