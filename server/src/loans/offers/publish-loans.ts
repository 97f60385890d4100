import { needsConsent } from './needs-consent.ts'
import type { Context } from '../../context.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { contentsOf, type NamedLoans } from './draft-contents.ts'
import { insertTerms } from './insert-terms.ts'
import type { OfferablePart } from './offerable-loans.ts'

/** A requested loan that is not on the marketplace. */
export type NotOffered = {
  loanNumber: string
  /** The loan's state; null if there is no such loan. */
  status: string | null
  /** Whether the loan is offered only with its bulk product. */
  ofProduct: boolean
  /** Whether the loan lacks its borrower's consent, which is required here. */
  withoutConsent: boolean
}

/** `published` counts the drafts that are offered now. Loans that were offered before are in neither field. */
export type PublishedLoans = { published: number; notOffered: NotOffered[] }

type ToPublish = { loanNumbers: string[] | 'all' } | NamedLoans | OfferablePart

/**
 * Offers draft loans on the marketplace: those with these numbers, those with these ids and an unchanged content, or
 * all drafts. From then on they keep the current settings for payments and penalties.
 * @throws Refusal PROPOSAL_DIFFERS if one of those with named contents was changed since
 */
export const publishLoans = mutation<Context, ToPublish, PublishedLoans>({
  operation: 'publishLoans',
  permit: ['operator'],
  secondPair: true,
  async run(tx, input, { context }) {
    const isConsentNeeded = needsConsent(context.config)
    const offered = await offer(tx, input, isConsentNeeded)
    // After the update, which waits for whoever edits a draft: this reads what they wrote.
    if (
      'contents' in input &&
      'loanNumbers' in input &&
      (await contentsOf(tx, input.loanNumbers)) !== input.contents
    )
      throw new Refusal('PROPOSAL_DIFFERS')
    await insertTerms(
      tx,
      context.config,
      offered.map(({ loanId }) => loanId),
    )
    const published = offered.length
    const isWhole = 'loanIds' in input && published === input.loanIds.length
    const notOffered = isWhole ? [] : await findLeftOut(tx, input, isConsentNeeded)
    return { answer: { published, notOffered }, subject: 'loans', detail: { published } }
  },
})

const isDraft = `p.status = 'DRAFT' and p.bulk_product_id is null and (not $1 or l.consent_reference is not null)`

/** Offers drafts with a separate query per kind of input; a single query would read every draft to find a few. */
function offer(tx: Queryable, input: ToPublish, isConsentNeeded: boolean): Promise<{ loanId: number }[]> {
  if ('loanIds' in input) return offerBrought(tx, input, isConsentNeeded)
  if (input.loanNumbers === 'all')
    return many(
      tx,
      'loans.offers.publish_all',
      `update loan_position p set status = 'OFFERED' from loan l where l.id = p.loan_id and ${isDraft}
        returning p.loan_id as "loanId"`,
      [isConsentNeeded],
    )
  return many(
    tx,
    'loans.offers.publish',
    `update loan_position p set status = 'OFFERED' from loan l
      where l.loan_number = any($2) and l.id = p.loan_id and ${isDraft}
      returning p.loan_id as "loanId"`,
    [isConsentNeeded, input.loanNumbers],
  )
}

/**
 * Offers the drafts of a file. A draft in the first version of its terms still has its imported content; the others are
 * compared by hash, because the borrower may have been renamed or a change undone.
 */
async function offerBrought(
  tx: Queryable,
  { loanIds, contents, isFirstVersion, hasConsent }: OfferablePart,
  isConsentNeeded: boolean,
): Promise<{ loanId: number }[]> {
  const unchanged = await many<{ loanId: number }>(
    tx,
    'loans.offers.publish_unchanged',
    `update loan_position set status = 'OFFERED'
      where loan_id = any($1) and terms_version = 1 and status = 'DRAFT' and bulk_product_id is null
      returning loan_id as "loanId"`,
    [
      loanIds.filter(
        (_, place) => isFirstVersion[place] === true && (!isConsentNeeded || hasConsent[place] === true),
      ),
    ],
  )
  if (unchanged.length === loanIds.length) return unchanged
  const offered = new Set(unchanged.map(({ loanId }) => loanId))
  const isLeft = (_: number, place: number) => !offered.has(loanIds[place] ?? 0)
  const changed = await many<{ loanId: number }>(
    tx,
    'loans.offers.publish_brought',
    `update loan_position p set status = 'OFFERED'
       from unnest($2::bigint[], $3::bigint[]) as brought (id, content) join loan l using (id)
      where p.loan_id = brought.id and ${isDraft}
        and ('x' || encode(substr(l.source_hash, 1, 6), 'hex'))::bit(48)::bigint = brought.content
      returning p.loan_id as "loanId"`,
    [isConsentNeeded, loanIds.filter(isLeft), contents.filter(isLeft)],
  )
  return [...unchanged, ...changed]
}

async function findLeftOut(tx: Queryable, input: ToPublish, isConsentNeeded: boolean): Promise<NotOffered[]> {
  if (!('loanIds' in input) && input.loanNumbers !== 'all')
    return findNotOffered(tx, input.loanNumbers, isConsentNeeded)
  if (!isConsentNeeded) return []
  return 'loanIds' in input ? findWithoutConsentOf(tx, input.loanIds) : findWithoutConsent(tx)
}

/** The numbers of the drafts that could be offered now, alone and not with a bulk product. */
export async function findDrafts({ db, config }: Pick<Context, 'db' | 'config'>): Promise<string[]> {
  const rows = await many<{ loanNumber: string }>(
    db,
    'loans.offers.drafts',
    `select l.loan_number as "loanNumber" from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'DRAFT' and p.bulk_product_id is null and (not $1 or l.consent_reference is not null)
      order by l.loan_number`,
    [needsConsent(config)],
  )
  return rows.map(({ loanNumber }) => loanNumber)
}

const findNotOffered = (
  tx: Queryable,
  loanNumbers: readonly string[],
  isConsentNeeded: boolean,
): Promise<NotOffered[]> =>
  many<NotOffered>(
    tx,
    'loans.offers.not_offered',
    `select n.number as "loanNumber", p.status, p.bulk_product_id is not null as "ofProduct",
            coalesce($2 and p.status = 'DRAFT' and l.consent_reference is null, false) as "withoutConsent"
       from unnest($1::text[]) as n (number)
       left join (loan l join loan_position p on p.loan_id = l.id) on l.loan_number = n.number
      where p.status is distinct from 'OFFERED'`,
    [loanNumbers, isConsentNeeded],
  )

const withoutConsent = `select l.loan_number as "loanNumber", p.status, false as "ofProduct", true as "withoutConsent"
       from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'DRAFT' and p.bulk_product_id is null and l.consent_reference is null`

/** The drafts that lack only their borrowers' consent. */
const findWithoutConsent = (tx: Queryable): Promise<NotOffered[]> =>
  many<NotOffered>(tx, 'loans.offers.without_consent', `${withoutConsent} order by l.loan_number`)

/** The loans among these that lack only their borrowers' consent. */
const findWithoutConsentOf = (tx: Queryable, loanIds: readonly number[]): Promise<NotOffered[]> =>
  many<NotOffered>(
    tx,
    'loans.offers.without_consent_of',
    `${withoutConsent} and p.loan_id = any($1) order by l.loan_number`,
    [loanIds],
  )
