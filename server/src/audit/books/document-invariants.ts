import type { Invariant } from './invariant.ts'

/** The tables that store documents, and the expression that identifies a row of each. */
const rows = `
  select 'document' as relation, id as name, sha256, bytes from document
  union all select 'factsheet', id, sha256, bytes from factsheet
  union all select 'statement_pdf', lender_id || ' ' || month, sha256, bytes from statement_pdf
  union all select 'balance_confirmation', id, sha256, bytes from balance_confirmation`

export const documentInvariants: readonly Invariant[] = [
  {
    id: 'I48',
    holds: 'each document that is not in its row has its place recorded, with its length',
    sql: `
      select d.relation, d.name from (${rows}) d
       where d.bytes is null and not exists (select from document_place p where p.sha256 = d.sha256)`,
  },
]
