import { unprintablePattern } from '../../documents/index.ts'
import type { Invariant } from './invariant.ts'

/** The tables that store documents, and the expression that identifies a row of each. */
const rows = `
  select 'document' as relation, id as name, sha256, bytes from document
  union all select 'factsheet', id, sha256, bytes from factsheet
  union all select 'statement_pdf', lender_id || ' ' || month, sha256, bytes from statement_pdf
  union all select 'balance_confirmation', id, sha256, bytes from balance_confirmation
  union all select 'vote_document', id, sha256, bytes from vote_document
  union all select 'transfer_addendum', id, sha256, bytes from transfer_addendum`

export const documentInvariants: readonly Invariant[] = [
  {
    id: 'I48',
    holds: 'each document that is not in its row has its place recorded, with its length',
    sql: `
      select d.relation, d.name from (${rows}) d
       where d.bytes is null and not exists (select from document_place p where p.sha256 = d.sha256)`,
  },
  {
    id: 'I49',
    holds:
      'the borrower of each loan that is a draft or on offer, and each company that lends and its person in charge, has a name that the typefaces of the agreements can print',
    // Asked of the typefaces only when the books are audited: reading them takes a moment.
    get sql() {
      const cannotPrint = (name: string) => `${name} ~ '[^ -~]' and ${name} ~ '${unprintablePattern()}'`
      return `
        select b.number as of, b.name from borrower b
         where ${cannotPrint('b.name')} and exists (
           select from loan l join loan_position p on p.loan_id = l.id
            where l.borrower_id = b.id and p.status in ('DRAFT', 'OFFERED'))
        union all
        select i.lender_id::text, one.name
          from lender_institution i cross join lateral (values (i.company_name), (i.pic_full_name)) one (name)
         where ${cannotPrint('one.name')}`
    },
  },
]
